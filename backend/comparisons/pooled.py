"""One delta over several pairs of runs, such as pinned against unpinned over every workload."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from backend.comparisons import pairing
from backend.comparisons.assemble import Delta, Dots, Sides, assemble, judged, shown
from backend.comparisons.delta import value_scale, work_margin
from backend.comparisons.estimate import Estimate, estimate, paired, welch
from backend.comparisons.pairing import Floats, Ints, Run, Trials
from backend.comparisons.verdict import Direction

Pair = tuple[Trials, Trials]


def pooled(
    pairs: Sequence[tuple[Run, Run]],
    *,
    direction: Direction,
    zero_ok: bool = False,
    interleaved: bool = True,
    margin: float | None = None,
) -> Delta:
    """The mean change of candidate against baseline over `pairs` of (baseline, candidate), each pair equal.

    Interleaved: in each round the log ratios (or differences) of all pairs are averaged, and the rounds
    give a t interval; rounds that lack a pair are left out. Where that would lose half of the rounds, and
    where runs are not interleaved, each pair's own mean and standard error are combined (Satterthwaite).
    It speaks for these pairs of runs, not for others. The reason says which of the two was used; `n` is
    the number of rounds, or of the candidates' trials. Means are averages of the runs' means.
    """
    sides = [_usable(pair, zero_ok) for pair in pairs]
    here = [pair for pair in sides if _comparable(pair, interleaved)]
    scale = value_scale(*(side for pair in here for side in pair)) if zero_ok and here else 1.0
    e, dots, how = _estimate(here, interleaved, scale, zero_ok)
    told = Sides(
        dots=[dots],
        baseline_mean=_mean_of_means([a for a, _ in here]),
        candidate_mean=_mean_of_means([b for _, b in here]),
        left_out=np.array([sum(int(t.left_out[0]) for pair in sides for t in pair)]),
        methods=["difference" if zero_ok else "paired" if interleaved else "welch"],
    )
    found = assemble(judged(e, work_margin(margin, zero_ok), None, direction, zero_ok), told, zero_ok)[0]
    return _explained(found, how, len(here), len(sides))


def _usable(pair: tuple[Run, Run], zero_ok: bool) -> Pair:
    return pairing.usable([pair[0]], zero_ok), pairing.usable([pair[1]], zero_ok)


def _comparable(pair: Pair, interleaved: bool) -> bool:
    if interleaved:
        return bool(len(pairing.differences(*pair)[0]))
    return bool(len(pair[0].value) and len(pair[1].value))


def _estimate(here: list[Pair], interleaved: bool, scale: float, zero_ok: bool) -> tuple[Estimate, Dots, str]:
    if not interleaved:
        return _combined([welch(a, b, scale) for a, b in here]), (), "each pair by Welch's t, then combined"
    rounds, d = _grid(here)
    complete = ~np.isnan(d).any(axis=0)
    dots = tuple(
        zip(rounds[complete].tolist(), shown(d[:, complete].mean(axis=0), zero_ok).tolist(), strict=True)
        if len(here)
        else ()
    )
    if complete.sum() >= 2 and complete.sum() * 2 >= len(rounds):
        mean = d[:, complete].mean(axis=0)
        return paired(mean[None, :], scale), dots, "averaged over the pairs in each round, t over the rounds"
    return _combined([paired(row[None, :], scale) for row in d]), dots, "each pair by rounds, then combined"


def _grid(here: list[Pair]) -> tuple[Ints, Floats]:
    """Rounds seen by any pair, and differences by pair and round, NaN where missing."""
    found = [pairing.differences(a, b) for a, b in here]
    rounds = np.unique(np.concatenate([r for r, _ in found] or [np.zeros(0, dtype=np.int64)]))
    d = np.full((len(here), len(rounds)), np.nan)
    for row, (own, values) in zip(d, found, strict=True):
        row[np.searchsorted(rounds, own)] = values[0]
    return rounds, d


def _combined(parts: list[Estimate]) -> Estimate:
    """Mean of independent estimates, one pair each, with Satterthwaite's degrees of freedom."""
    k = max(len(parts), 1)
    mean, se, df, sd = (
        np.array([getattr(e, name)[0] for e in parts] or [np.nan]) for name in ("mean", "se", "df", "sd")
    )
    n = sum(int(e.n[0]) for e in parts)
    square = float((se**2).sum())
    freedom = 1 / ((se**2 / square) ** 2 / df).sum() if square > 0 else df.sum()
    total = np.array([square**0.5 / k])
    spread = np.array([(sd**2).sum() ** 0.5 / k])
    constant = np.array([2.0 ** (1 - n)])
    return estimate(np.array([n]), np.array([mean.mean()]), spread, total, np.array([freedom]), constant)


def _mean_of_means(runs: list[Trials]) -> Floats:
    return np.array([np.mean([run.value.mean() for run in runs]) if runs else np.nan])


def _explained(found: Delta, how: str, used: int, given: int) -> Delta:
    count = f"{used} pairs" if used == given else f"{used} of {given} pairs"
    return replace(found, reason=f"{found.reason} Over {count}: {how}.")
