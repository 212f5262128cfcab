"""Arrays of estimates to Delta objects: the last step, shared by single and pooled deltas."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.statistics.estimate import Estimate
from backend.statistics.holm import holm
from backend.statistics.pairing import Floats, Ints
from backend.statistics.verdict import SAME_WITHIN, VERDICTS, Direction, Facts, Verdict, judge, needed, reason

Method = Literal["paired", "welch", "single", "difference"]
Dots = tuple[tuple[int, float], ...]
LARGEST_LOG = 700.0  # exp() of more overflows


@dataclass(frozen=True, slots=True)
class Delta:
    """Candidate against baseline for one metric.

    change       0.1 is +10%; None for a metric that can be zero, or without a usable pair
    difference   candidate minus baseline in the metric's unit, only for a metric that can be zero
    low, high    95% interval of change or difference, in the same unit; None below two trials
    p            two-sided, of this candidate alone
    p_adjusted   after Holm over the candidates; what the verdict uses
    n            pairs of trials used; without pairing, the candidate's trials
    margin       the smallest change that counts, in the unit of change or difference
    pairs        (round, change or difference) of each trial, for dots
    *_mean       arithmetic mean of the usable trials
    """

    change: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    n: int
    method: Method
    verdict: Verdict
    reason: str
    trials_needed: int | None
    margin: float
    pairs: tuple[tuple[int, float], ...]
    baseline_mean: float | None
    candidate_mean: float | None


@dataclass(frozen=True, slots=True)
class Judged:
    """Estimates with the family's margin, adjusted p and verdict; one entry per candidate."""

    e: Estimate
    margin: Floats
    p_adjusted: Floats
    family: Ints  # candidates that Holm adjusts for; 1 for the control
    verdict: Ints  # codes into VERDICTS
    needed: Ints


@dataclass(frozen=True, slots=True)
class Sides:
    """What a Delta tells about the trials themselves; one entry per candidate."""

    dots: Sequence[Dots]
    baseline_mean: Floats
    candidate_mean: Floats
    left_out: Ints
    methods: Sequence[Method]


def judged(e: Estimate, least: float, control: int | None, direction: Direction, can_be_zero: bool) -> Judged:
    """Holm over all but the control; the control's half-interval is the minimum margin of the others."""
    others = np.ones(len(e.mean), dtype=bool)
    margin = np.full(len(e.mean), least)
    if control is not None:
        others[control] = False
        margin[others] = np.fmax(least, e.ci_half_width[control])
    p_adjusted = e.p.copy()
    p_adjusted[others] = holm(e.p[others])
    size = max(int(np.sum(~np.isnan(e.p[others]))), 1)
    same = margin if can_be_zero else np.minimum(margin, np.log1p(SAME_WITHIN))
    verdict = judge(e, p_adjusted, margin, same, direction)
    more = needed(e, verdict, margin, same, size)
    return Judged(e, margin, p_adjusted, np.where(others, size, 1), verdict, more)


def shown(x: Floats, can_be_zero: bool) -> Floats:
    """From the working scale to what is shown: a change (0.1 = 10%), or a difference as it is."""
    return x if can_be_zero else np.expm1(np.minimum(x, LARGEST_LOG))


def assemble(j: Judged, sides: Sides, can_be_zero: bool) -> list[Delta]:
    """One Delta per candidate; NaN becomes None."""
    e = j.e
    low, high = e.mean - e.ci_half_width, e.mean + e.ci_half_width
    scaled = [shown(x, can_be_zero) for x in (e.mean, low, high, j.margin)]
    columns = [*scaled, e.p, j.p_adjusted, sides.baseline_mean, sides.candidate_mean]
    numbers = list(zip(*(_known(column) for column in columns), strict=True))
    why = _reasons(j, sides, numbers, can_be_zero)
    more, n, code = j.needed.tolist(), e.n.tolist(), j.verdict.tolist()
    return [
        Delta(
            change=None if can_be_zero else middle,
            difference=middle if can_be_zero else None,
            low=low,
            high=high,
            p=p,
            p_adjusted=p_adjusted,
            n=n[i],
            method="single" if p is None else sides.methods[i],
            verdict=VERDICTS[code[i]],
            reason=why[i],
            trials_needed=more[i] or None,
            margin=margin,
            pairs=sides.dots[i],
            baseline_mean=baseline_mean,
            candidate_mean=candidate_mean,
        )
        for i, (middle, low, high, margin, p, p_adjusted, baseline_mean, candidate_mean) in enumerate(numbers)
    ]


def _reasons(j: Judged, sides: Sides, numbers: list, can_be_zero: bool) -> list[str]:
    beyond = (np.abs(j.e.mean) >= j.margin).tolist()
    family, more, left_out = j.family.tolist(), j.needed.tolist(), sides.left_out.tolist()
    verdicts = [VERDICTS[code] for code in j.verdict.tolist()]
    out = []
    for i, (middle, _, _, margin, p, p_adjusted, *means) in enumerate(numbers):
        if p is None:
            why = _too_few(middle, *means)
        else:
            facts = Facts(
                verdicts[i], p, p_adjusted, family[i], margin, beyond[i], more[i] or None, can_be_zero
            )
            why = reason(facts)
        out.append(why + _left_out(left_out[i], can_be_zero))
    return out


def _too_few(middle: float | None, baseline_mean: float | None, candidate_mean: float | None) -> str:
    if baseline_mean is None:
        return "The baseline has no valid trial."
    if candidate_mean is None:
        return "The candidate has no valid trial."
    if middle is None:
        return "No round has a valid trial of both."
    return "One trial: the change alone, without an interval."


def _left_out(n: int, can_be_zero: bool) -> str:
    if not n:
        return ""
    what = "not a number" if can_be_zero else "zero, negative or not a number"
    return f" Left out: {n} {'value' if n == 1 else 'values'} ({what})."


def _known(column: Floats) -> list[float | None]:
    return [None if x != x else x for x in column.tolist()]
