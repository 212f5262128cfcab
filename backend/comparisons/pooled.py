"""One delta over several pairs of runs, such as pinned against unpinned over every workload."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from backend.comparisons import pairing
from backend.comparisons.assemble import Delta, Dots, Method, Sides, assemble, judged, shown
from backend.comparisons.delta import value_scale, work_margin
from backend.comparisons.estimate import Estimate, estimate, paired, welch
from backend.comparisons.pairing import Floats, Ints, Run, Trials
from backend.comparisons.verdict import Direction

Pair = tuple[Run, Run]
Term = tuple[Pair, ...]
"""One pair of (baseline, candidate); or two, of which the second's change is taken off the first's."""
Sums = list[tuple[Trials, Trials]]  # a term's trials


def pooled(
    pairs: Sequence[Pair],
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
    terms = [[(pair,) for pair in pairs]]
    return pooled_each(terms, direction=direction, zero_ok=zero_ok, interleaved=interleaved, margin=margin)[0]


def pooled_each(
    groups: Sequence[Sequence[Term]],
    *,
    direction: Direction,
    zero_ok: bool = False,
    interleaved: bool | Sequence[bool] = True,
    margin: float | None = None,
) -> list[Delta]:
    """A `pooled` delta for each group of terms; Holm over the groups.

    Of a term with two pairs the change of the first against that of the second is taken: 0.1 says that the
    first pair's ratio is 10% larger. The means are those of the terms' first pairs. `interleaved`: one
    value, or one for each group.
    """
    if not groups:
        return []
    sides = [[_usable(term, zero_ok) for term in group] for group in groups]
    together = [interleaved] * len(groups) if isinstance(interleaved, bool) else interleaved
    here = [[t for t in group if _comparable(t, by)] for group, by in zip(sides, together, strict=True)]
    found = [_estimate(group, by, zero_ok) for group, by in zip(here, together, strict=True)]
    told = Sides(
        dots=[dots for _, dots, _ in found],
        baseline_mean=np.array([_mean_of_means([term[0][0] for term in group]) for group in here]),
        candidate_mean=np.array([_mean_of_means([term[0][1] for term in group]) for group in here]),
        left_out=np.array([_left_out(group) for group in sides]),
        methods=[_method(zero_ok, by) for by in together],
    )
    e = _side_by_side([one for one, _, _ in found])
    each = assemble(judged(e, work_margin(margin, zero_ok), None, direction, zero_ok), told, zero_ok)
    return [
        _explained(delta, how, len(used), len(given))
        for delta, (_, _, how), used, given in zip(each, found, here, sides, strict=True)
    ]


def comparable(term: Term, *, zero_ok: bool, interleaved: bool) -> bool:
    """Whether a term has usable trials on all sides, and where interleaved a round that has them all."""
    return _comparable(_usable(term, zero_ok), interleaved)


def _method(zero_ok: bool, interleaved: bool) -> Method:
    if zero_ok:
        return "difference"
    return "paired" if interleaved else "welch"


def _usable(term: Term, zero_ok: bool) -> Sums:
    return [(pairing.usable([a], zero_ok), pairing.usable([b], zero_ok)) for a, b in term]


def _left_out(group: list[Sums]) -> int:
    return sum(int(side.left_out[0]) for term in group for pair in term for side in pair)


def _comparable(term: Sums, interleaved: bool) -> bool:
    if interleaved:
        return bool(len(_by_round(term)[0]))
    return all(len(a.value) and len(b.value) for a, b in term)


def _estimate(here: list[Sums], interleaved: bool, zero_ok: bool) -> tuple[Estimate, Dots, str]:
    flat = [side for term in here for pair in term for side in pair]
    scale = value_scale(*flat) if zero_ok and flat else 1.0
    if not interleaved:
        parts = [[welch(a, b, scale) for a, b in term] for term in here]
        return _combined(parts), (), "each pair by Welch's t, then combined"
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
    parts = [[paired(row[None, :], scale)] for row in d]
    return _combined(parts), dots, "each pair by rounds, then combined"


def _by_round(term: Sums) -> tuple[Ints, Floats]:
    """Rounds that every pair of a term has, and the term's value in each."""
    rounds, d = pairing.differences(*term[0])
    values = d[0]
    for a, b in term[1:]:
        others, less = pairing.differences(a, b)
        rounds, mine, theirs = np.intersect1d(rounds, others, return_indices=True)
        values = values[mine] - less[0][theirs]
    return rounds, values


def _grid(here: list[Sums]) -> tuple[Ints, Floats]:
    """Rounds seen by any term, and values by term and round, NaN where missing."""
    found = [_by_round(term) for term in here]
    rounds = np.unique(np.concatenate([r for r, _ in found] or [np.zeros(0, dtype=np.int64)]))
    d = np.full((len(here), len(rounds)), np.nan)
    for row, (own, values) in zip(d, found, strict=True):
        row[np.searchsorted(rounds, own)] = values
    return rounds, d


def _combined(terms: list[list[Estimate]]) -> Estimate:
    """Mean over terms of independent estimates, the second of a term taken off its first.

    Satterthwaite's degrees of freedom.
    """
    k = max(len(terms), 1)
    parts = [part for term in terms for part in term]
    sign = np.array([1.0 if i == 0 else -1.0 for term in terms for i, _ in enumerate(term)] or [1.0])
    mean, se, df, sd = (
        np.array([getattr(e, name)[0] for e in parts] or [np.nan]) for name in ("mean", "se", "df", "sd")
    )
    n = sum(int(e.n[0]) for e in parts)
    square = float((se**2).sum())
    freedom = 1 / ((se**2 / square) ** 2 / df).sum() if square > 0 else df.sum()
    total = np.array([square**0.5 / k])
    spread = np.array([(sd**2).sum() ** 0.5 / k])
    constant = np.array([2.0 ** (1 - n)])
    middle = np.array([(sign * mean).sum() / k])
    return estimate(np.array([n]), middle, spread, total, np.array([freedom]), constant)


def _side_by_side(parts: list[Estimate]) -> Estimate:
    """Estimates of one candidate each as one of all."""
    columns = (
        np.concatenate([getattr(e, name) for e in parts])
        for name in ("n", "mean", "sd", "se", "df", "half", "p")
    )
    return Estimate(*columns)


def _mean_of_means(runs: list[Trials]) -> float:
    return float(np.mean([run.value.mean() for run in runs])) if runs else np.nan


def _explained(found: Delta, how: str, used: int, given: int) -> Delta:
    pairs = "pair" if given == 1 else "pairs"
    count = f"{used} {pairs}" if used == given else f"{used} of {given} {pairs}"
    return replace(found, reason=f"{found.reason} Over {count}: {how}.")
