"""Deltas: how a candidate differs from the baseline in one metric, how sure that is, and why.

Interleaved runs are paired by round on logs; others are compared by Welch's t on logs; metrics that can be
zero get an absolute difference, whose mean is not trimmed: rare bursts are what they are about. Pure: trials
in, frozen results out, never NaN or infinity.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

import numpy as np

from backend.statistics import pairing, starts
from backend.statistics.assemble import Delta, Dots, Method, Sides, apply_family, assemble, to_change
from backend.statistics.both_references import count_control
from backend.statistics.estimate import ALPHA, Estimate, choose, estimate_pairs, first_of, side_by_side, welch
from backend.statistics.pairing import Floats, Ints, Trials, TrialValues
from backend.statistics.rules import RULES_2, RULES_VERSION
from backend.statistics.shared_spread import lean_on_others
from backend.statistics.verdict import Direction, Verdict

MIN_EFFECT = 0.01
ALARM = (
    "The control, a second copy of the baseline, came out different, so what differs here need not be the "
    "settings."
)


class Compared(Protocol):
    """A delta, as computed or as the API says it."""

    @property
    def change(self) -> float | None: ...
    @property
    def difference(self) -> float | None: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def min_effect(self) -> float: ...
    @property
    def verdict(self) -> str: ...


@dataclass(frozen=True)
class Group:
    """Candidates against one baseline, such as the runs of a workload.

    interleaved  trial i of baseline and candidate is in the same round (one value, or one per candidate)
    control      index of the candidate that is a copy of the baseline
    beside       candidates measured in the same rounds whose spreads count and which are not judged here
    second_reference  the copy of the baseline, where it is not judged here
    """

    baseline: TrialValues
    candidates: Sequence[TrialValues]
    is_interleaved: bool | Sequence[bool] = True
    control: int | None = None
    beside: Sequence[TrialValues] = ()
    second_reference: TrialValues | None = None


def delta(
    baseline: TrialValues,
    candidate: TrialValues,
    *,
    direction: Direction,
    can_be_zero: bool = False,
    is_interleaved: bool = True,
    min_effect: float = MIN_EFFECT,
    rules: int = RULES_VERSION,
) -> Delta:
    """One candidate against the baseline; arguments as for `deltas_together`."""
    return deltas(
        baseline,
        [candidate],
        direction=direction,
        can_be_zero=can_be_zero,
        is_interleaved=is_interleaved,
        min_effect=min_effect,
        rules=rules,
    )[0]


def deltas(
    baseline: TrialValues,
    candidates: Sequence[TrialValues],
    *,
    direction: Direction,
    can_be_zero: bool = False,
    is_interleaved: bool | Sequence[bool] = True,
    control: int | None = None,
    min_effect: float = MIN_EFFECT,
    rules: int = RULES_VERSION,
) -> list[Delta]:
    """A Delta for each candidate, in order; arguments as for `Group` and `deltas_together`."""
    group = Group(baseline, candidates, is_interleaved, control)
    return deltas_together(
        [group], direction=direction, can_be_zero=can_be_zero, min_effect=min_effect, rules=rules
    )[0]


def deltas_together(
    groups: Sequence[Group],
    *,
    direction: Direction,
    can_be_zero: bool = False,
    min_effect: float = MIN_EFFECT,
    analyses: Sequence[int] = (),
    began: int = 0,
    rules: int,
    metrics: int = 1,
    other_groups: Sequence[Group] = (),
) -> list[list[Delta]]:
    """For each group a Delta for each of its candidates. All are judged together: Holm over them all.

    matters  the smallest change that matters, as a share; for a metric that can be zero it is not used: any
             difference that is clear of chance counts
    analyses  rounds at each planned interim analysis: verdicts and intervals count them
    began    candidates that were in the running, where some were left out since: Holm goes over them all
    rules    version of the rules; from 2 on candidates are compared with the control too
    metrics  how many metrics are judged together, where this is one of them: Holm goes over all candidates in
             all of them, and those of the others count as if their p were 1
    other_groups  the same in another of these metrics, by whose p Holm goes; one whose control stands out
             there counts as 1

    Controls are outside the candidates' family. In a group whose control is called different, or whose
    interval excludes 0 by more than what matters, the candidates' verdicts are `unclear`.
    """
    estimates = [estimate_group(group, can_be_zero, rules) for group in groups if group.candidates]
    if not estimates:
        return [[] for _ in groups]
    controls = np.concatenate(
        [np.arange(len(g.candidates)) == (-1 if g.control is None else g.control) for g in groups]
    )
    sides = [side for _, side in estimates]
    all_sides = Sides(
        dots=[dots for side in sides for dots in side.dots],
        baseline_mean=np.concatenate([side.baseline_mean for side in sides]),
        candidate_mean=np.concatenate([side.candidate_mean for side in sides]),
        left_out=np.concatenate([side.left_out for side in sides]),
        methods=[method for side in sides for method in side.methods],
        by_start=np.concatenate([side.by_start for side in sides]),
    )
    e = side_by_side([part for part, _ in estimates])
    other_p = (
        np.concatenate([_p_values(g, rules) for g in other_groups if g.candidates]) if other_groups else None
    )
    all_judged = apply_family(
        e,
        log_min_effect(min_effect, can_be_zero),
        controls,
        direction,
        rules,
        analyses,
        began,
        metrics,
        other_p,
    )
    all_deltas = iter(assemble(all_judged, all_sides, can_be_zero))
    return [_apply_alarm(list(islice(all_deltas, len(g.candidates))), g.control, rules) for g in groups]


def is_alarming(control: Compared, rules: int) -> bool:
    """Whether a control was called different by as much as matters.

    From rules 2 on the verdict alone counts, which Holm adjusts for all controls; before, also a single
    interval that excludes 0 by more than what matters.
    """
    if rules >= RULES_2:
        middle = control.change if control.difference is None else control.difference
        is_large = abs(middle or 0.0) >= control.min_effect
        return is_large and control.verdict in (Verdict.BETTER, Verdict.WORSE)
    low, high = control.low or 0.0, control.high or 0.0
    beyond = low > control.min_effect or high < -control.min_effect
    return control.verdict in (Verdict.BETTER, Verdict.WORSE) or beyond


def without_verdict(delta: Delta, explanation: str) -> Delta:
    """The same without a word: unclear, because `why`."""
    return replace(delta, verdict=Verdict.UNCLEAR, size=None, reason=explanation, trials_needed=None)


def _apply_alarm(deltas: list[Delta], control: int | None, rules: int) -> list[Delta]:
    if control is None or not is_alarming(deltas[control], rules):
        return deltas
    return [delta if i == control else without_verdict(delta, ALARM) for i, delta in enumerate(deltas)]


def estimate_group(group: Group, can_be_zero: bool, rules: int) -> tuple[Estimate, Sides]:
    """Estimate the candidates of a group, without verdicts."""
    count = len(group.candidates)
    candidates, control = [*group.candidates, *group.beside], group.control
    if group.second_reference is not None:
        control = len(candidates)
        candidates.append(group.second_reference)
    base, cand = pairing.usable([group.baseline], can_be_zero), pairing.usable(candidates, can_be_zero)
    together = np.ones(len(candidates), dtype=bool)
    together[:count] = group.is_interleaved
    methods: list[Method] = [
        "difference" if can_be_zero else "paired" if t else "welch" for t in together[:count].tolist()
    ]
    scale = value_scale(base, cand) if can_be_zero else 1.0
    rounds, d = pairing.differences(base, cand)
    e = estimate_pairs(starts.average_by_start(base, cand, rounds, d), scale, trim=not can_be_zero)
    if rules >= RULES_2 and not can_be_zero:
        is_candidate = together & (np.arange(len(candidates)) != control) & ~starts.keeps_server(base, cand)
        if control is not None:
            second = pairing.one_run(cand, control)
            d, e = count_control(base, second, cand, rounds, d, e, is_candidate)
        e = lean_on_others(e, is_candidate)
    trials = np.where(together, (~np.isnan(d)).sum(axis=1), cand.count())
    if not together.all():
        by_start = starts.one_per_start(base), starts.one_per_start(cand)
        e = choose(together, e, welch(*by_start, scale, trim=not can_be_zero))
    sides = Sides(
        dots=_dots(rounds, d, base, cand, together, can_be_zero)[:count],
        baseline_mean=np.repeat(base.mean(base.value), count),
        candidate_mean=cand.mean(cand.value)[:count],
        left_out=(cand.left_out + base.left_out)[:count],
        methods=methods,
        by_start=(e.n < trials)[:count],
    )
    return first_of(e, count), sides


def _p_values(group: Group, rules: int) -> Floats:
    """p of each candidate in a metric that is a ratio; 1 where the control stands out."""
    p = estimate_group(group, False, rules)[0].p
    if group.control is not None and p[group.control] < ALPHA:
        return np.where(np.isnan(p), np.nan, 1.0)
    return p


def value_scale(*sides: Trials) -> float:
    """The largest value of all, against which rounding errors of differences are judged."""
    return float(max(np.abs(side.value).max(initial=0.0) for side in sides))


def log_min_effect(min_effect: float, can_be_zero: bool) -> float:
    """On the working scale; a difference has no share of anything that could matter."""
    return 0.0 if can_be_zero else float(np.log1p(min_effect))


def _dots(
    rounds: Ints, d: Floats, base: Trials, cand: Trials, together: np.ndarray, can_be_zero: bool
) -> list[Dots]:
    """Per candidate the change of each round; without pairing, of each trial against the baseline's mean."""
    numbers, values = rounds.tolist(), to_change(d, can_be_zero).tolist()
    dots = [tuple(zip(numbers, row, strict=True)) for row in values]
    for i in np.flatnonzero(np.isnan(d).any(axis=1)).tolist():
        dots[i] = tuple(dot for dot in dots[i] if dot[1] == dot[1])
    centre = base.mean(base.work)[0]
    for i in np.flatnonzero(~together).tolist():
        is_of_run = cand.run == i
        alone = [] if np.isnan(centre) else to_change(cand.work[is_of_run] - centre, can_be_zero).tolist()
        dots[i] = tuple(zip(cand.round[is_of_run].tolist(), alone, strict=False))
    return dots
