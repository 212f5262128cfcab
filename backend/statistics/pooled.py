"""One delta over several pairs of runs, such as pinned against unpinned over every workload."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.presentation.words import plural
from backend.statistics import pairing
from backend.statistics.assemble import Delta, Dots, Method, Sides, apply_family, assemble, to_change
from backend.statistics.delta import MIN_EFFECT, Group, estimate_group, log_min_effect, value_scale
from backend.statistics.estimate import Estimate, estimate, estimate_pairs, side_by_side, welch
from backend.statistics.pairing import Floats, Ints, Trials, TrialValues
from backend.statistics.starts import average_by_start, one_per_start
from backend.statistics.verdict import Direction

Pair = tuple[TrialValues, TrialValues]
Term = tuple[Pair, ...]
"""One pair of (baseline, candidate); or two, of which the second's change is taken off the first's."""


def pooled_each(
    groups: Sequence[Sequence[Term]],
    *,
    direction: Direction,
    can_be_zero: bool = False,
    is_interleaved: bool | Sequence[bool] = True,
    min_effect: float = MIN_EFFECT,
    analyses: Sequence[int] = (),
    rules: int,
    metrics: int = 1,
    measured_groups: Sequence[Group | None] = (),
) -> list[tuple[Delta, int]]:
    """The mean change over each group of terms, and how many of them could be used; Holm over the groups.

    Interleaved: in each round the log ratios (or differences) of all pairs are averaged, and the rounds
    give a t interval; rounds that lack a pair are left out. Where that would lose half of the rounds, and
    where runs are not interleaved, each pair's own mean and standard error are combined (Satterthwaite).
    It speaks for these pairs of runs, not for others. The reason says which of the two was used; `n` is
    the number of rounds, or of the candidates' trials.

    Of a term with two pairs the change of the first against that of the second is taken: 0.1 says that the
    first pair's ratio is 10% larger. The means are those of the terms' first pairs. `interleaved`: one
    value, or one for each group; `analyses`, `rules` and `metrics` as for `deltas_together`.
    `measured_groups`: for each group that is one pair, that pair among the candidates beside which it was
    measured, so that it is estimated as on its experiment's page; None for others.
    """
    if not groups:
        return []
    runs = _Runs(can_be_zero)
    together = [is_interleaved] * len(groups) if isinstance(is_interleaved, bool) else is_interleaved
    sides = [[_Sum.of(term, runs, by) for term in group] for group, by in zip(groups, together, strict=True)]
    usable_sums = [[pair_sum for pair_sum in group if pair_sum.usable] for group in sides]
    estimates = [
        _estimate(group, by, can_be_zero)
        if page_group is None or not group
        else _estimate_measured(page_group, can_be_zero, rules)
        for group, by, page_group in zip(
            usable_sums, together, measured_groups or [None] * len(groups), strict=True
        )
    ]
    all_sides = Sides(
        dots=[dots for _, dots, *_ in estimates],
        baseline_mean=np.array(
            [_mean_of_means([pair_sum.sides[0][0] for pair_sum in group]) for group in usable_sums]
        ),
        candidate_mean=np.array(
            [_mean_of_means([pair_sum.sides[0][1] for pair_sum in group]) for group in usable_sums]
        ),
        left_out=np.array([_left_out(group) for group in sides]),
        methods=[_method(can_be_zero, by) for by in together],
        by_start=np.array([by_start for *_, by_start in estimates]),
    )
    e = side_by_side([pair_sum for pair_sum, *_ in estimates])
    no_controls = np.zeros(len(estimates), dtype=bool)
    all_deltas = assemble(
        apply_family(
            e, log_min_effect(min_effect, can_be_zero), no_controls, direction, rules, analyses, 0, metrics
        ),
        all_sides,
        can_be_zero,
    )
    return [
        (_explain(delta, way, len(usable_terms), len(all_terms)), len(usable_terms))
        for delta, (_, _, way, _), usable_terms, all_terms in zip(
            all_deltas, estimates, usable_sums, sides, strict=True
        )
    ]


def comparable(term: Term, *, can_be_zero: bool, is_interleaved: bool) -> bool:
    """Whether a term has usable trials on all sides, and where interleaved a round that has them all."""
    return _Sum.of(term, _Runs(can_be_zero), is_interleaved).usable


class _Runs:
    """Trials and differences of runs, each worked out once: a grid has the same pair in many terms."""

    def __init__(self, can_be_zero: bool) -> None:
        self.can_be_zero = can_be_zero
        self._trials: dict[int, Trials] = {}
        self._differences: dict[tuple[int, int], tuple[Ints, Floats]] = {}

    def trials(self, run: TrialValues) -> Trials:
        key = id(run)  # of lists that the caller holds for as long as this lives
        if key not in self._trials:
            self._trials[key] = pairing.usable([run], self.can_be_zero)
        return self._trials[key]

    def differences(self, pair: Pair) -> tuple[Ints, Floats]:
        key = (id(pair[0]), id(pair[1]))
        if key not in self._differences:
            rounds, d = pairing.differences(*(self.trials(run) for run in pair))
            self._differences[key] = rounds, d[0]
        return self._differences[key]


@dataclass(frozen=True, slots=True)
class _Sum:
    """A term's trials; where interleaved the rounds that every pair has, and the term's value in each."""

    sides: list[tuple[Trials, Trials]]
    rounds: Ints
    values: Floats
    usable: bool

    @staticmethod
    def of(term: Term, runs: _Runs, is_interleaved: bool) -> "_Sum":
        sides = [(runs.trials(a), runs.trials(b)) for a, b in term]
        if not is_interleaved:
            usable = all(len(a.value) and len(b.value) for a, b in sides)
            return _Sum(sides, np.zeros(0, dtype=np.int64), np.zeros(0), usable)
        rounds, values = runs.differences(term[0])
        for pair in term[1:]:
            other_rounds, less = runs.differences(pair)
            rounds, index, other_index = np.intersect1d(rounds, other_rounds, return_indices=True)
            values = values[index] - less[other_index]
        return _Sum(sides, rounds, values, bool(len(rounds)))


def _method(can_be_zero: bool, is_interleaved: bool) -> Method:
    if can_be_zero:
        return "difference"
    return "paired" if is_interleaved else "welch"


def _left_out(group: list[_Sum]) -> int:
    return sum(int(side.left_out[0]) for term in group for pair in term.sides for side in pair)


Found = tuple[Estimate, Dots, str, bool]
"""Estimate, dots, how it was come by, and whether its n counts starts of servers."""


def _estimate(sums: list[_Sum], is_interleaved: bool, can_be_zero: bool) -> Found:
    flat = [side for term in sums for pair in term.sides for side in pair]
    scale = value_scale(*flat) if can_be_zero and flat else 1.0
    trim = not can_be_zero
    if not is_interleaved:
        parts = [
            [welch(one_per_start(a), one_per_start(b), scale, trim) for a, b in term.sides] for term in sums
        ]
        trials = sum(len(b.value) for term in sums for _, b in term.sides)
        return _combine(parts, (), "each pair by Welch's t, then combined", trials)
    rounds, d = _grid(sums)
    complete = ~np.isnan(d).any(axis=0)
    dots = tuple(
        zip(
            rounds[complete].tolist(),
            to_change(d[:, complete].mean(axis=0), can_be_zero).tolist(),
            strict=True,
        )
        if len(sums)
        else ()
    )
    if complete.sum() >= 2 and complete.sum() * 2 >= len(rounds):
        mean = d[:, complete].mean(axis=0)
        e = estimate_pairs(average_by_start(*sums[0].sides[0], rounds[complete], mean[None, :]), scale, trim)
        by_start = int(e.n[0]) < int(complete.sum())
        unit = "starts" if by_start else "rounds"
        return e, dots, f"averaged over the pairs in each round, t over the {unit}", by_start
    parts = [
        [estimate_pairs(average_by_start(*term.sides[0], rounds, row[None, :]), scale, trim)]
        for term, row in zip(sums, d, strict=True)
    ]
    return _combine(parts, dots, "each pair by rounds, then combined", int((~np.isnan(d)).sum()))


def _estimate_measured(group: Group, can_be_zero: bool, rules: int) -> Found:
    e, sides = estimate_group(group, can_be_zero, rules)
    return e, sides.dots[0], "as on its experiment's page", bool(sides.by_start[0])


def _grid(sums: list[_Sum]) -> tuple[Ints, Floats]:
    """Rounds seen by any term, and values by term and round, NaN where missing."""
    rounds = np.unique(np.concatenate([term.rounds for term in sums] or [np.zeros(0, dtype=np.int64)]))
    d = np.full((len(sums), len(rounds)), np.nan)
    for row, term in zip(d, sums, strict=True):
        row[np.searchsorted(rounds, term.rounds)] = term.values
    return rounds, d


def _combine(terms: list[list[Estimate]], dots: Dots, way: str, trials: int) -> Found:
    """Mean over terms of independent estimates, the second of a term taken off its first.

    `trials`: what they were made of; where fewer were counted, those are starts.

    Satterthwaite's degrees of freedom. A term that has no interval of its own would take that of all away:
    it is left out where others have one, and said.
    """
    firm = [term for term in terms if all(e.se[0] >= 0 for e in term)]
    thin = len(terms) - len(firm) if firm else 0
    usable_terms = firm or terms
    k = max(len(usable_terms), 1)
    parts = [part for term in usable_terms for part in term]
    sign = np.array([1.0 if i == 0 else -1.0 for term in usable_terms for i, _ in enumerate(term)] or [1.0])
    mean, se, df, sd, plain = (
        np.array([getattr(e, name)[0] for e in parts] or [np.nan])
        for name in ("mean", "se", "df", "sd", "plain")
    )
    n = sum(int(e.n[0]) for e in parts)
    square = float((se**2).sum())
    freedom = 1 / ((se**2 / square) ** 2 / df).sum() if square > 0 else df.sum()
    e = estimate(
        np.array([n]),
        np.array([(sign * mean).sum() / k]),
        np.array([(sd**2).sum() ** 0.5 / k]),
        np.array([square**0.5 / k]),
        np.array([freedom]),
        np.array([2.0 ** (1 - n)]),
        np.array([(sign * plain).sum() / k]),
    )
    remark = f"; left out for having one trial on a side: {plural(thin, 'pair')}" if thin else ""
    unit_count = sum(int(part.n[0]) for term in terms for part in term)
    return e, dots, way + remark, unit_count < trials


def _mean_of_means(runs: list[Trials]) -> float:
    return float(np.mean([run.value.mean() for run in runs])) if runs else np.nan


def _explain(delta: Delta, way: str, usable_count: int, pair_count: int) -> Delta:
    pairs = "pair" if pair_count == 1 else "pairs"
    count = (
        f"{usable_count} {pairs}" if usable_count == pair_count else f"{usable_count} of {pair_count} {pairs}"
    )
    return replace(delta, reason=f"{delta.reason} Over {count}: {way}.")
