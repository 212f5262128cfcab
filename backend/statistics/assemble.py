"""Arrays of estimates to Delta objects: the last step, shared by single and pooled deltas."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from backend.statistics.estimate import ALPHA, Estimate, counting_analyses, half_width
from backend.statistics.holm import holm
from backend.statistics.leaving import chance_of_word
from backend.statistics.pairing import Floats, Ints
from backend.statistics.rules import RULES_2
from backend.statistics.settling import trials_to_settle
from backend.statistics.two_stages import Stages, limit_at, rounds_to_add
from backend.statistics.verdict import (
    SIZES,
    VERDICTS,
    Direction,
    Facts,
    Size,
    Verdict,
    judge,
    measure_sizes,
    min_effect_text,
    reason,
)

Method = Literal["paired", "welch", "single", "difference"]
Dots = tuple[tuple[int, float], ...]
MAX_LOG = 700.0  # exp() of more overflows
FAR = 3.5  # spreads from the middle: one in 2,000 of normal noise


@dataclass(frozen=True, slots=True)
class Delta:
    """Candidate against baseline for one metric.

    change       0.1 is +10%; None for a metric that can be zero, or without a usable pair. From 8 trials on
                 without a sixth of them at either end
    difference   candidate minus baseline in the metric's unit, only for a metric that can be zero
    low, high    95% interval of change or difference, in the same unit; None below two trials
    simultaneous_low, simultaneous_high   the interval that holds for all that is judged together, at
                 Bonferroni's level; where Holm calls a change that this alone would not, it ends at 0
    p            two-sided, of this candidate alone
    p_adjusted   after Holm over all that is judged together; what the verdict uses
    family       how many that are; controls are a family of their own
    n            pairs of trials used; without pairing, the candidate's trials; or starts:
    by_start     `n` and `trials_needed` count starts of servers, each measured in several trials
    matters      the smallest change that matters, in the unit of change or difference
    mean_change  the change (or difference) by the mean of all trials, where it disagrees; None where not
    far_rounds   rounds that lie far from the others, where it disagrees
    pairs        (round, change or difference) of each trial, for dots
    *_mean       arithmetic mean of the usable trials
    interim      figures from before the end, which have no verdict
    is_given     of a stage that has ended, whatever state the experiment is in
    size         how large a clear difference is beside what matters; from rules 2 on
    metrics      in how many `family` counts the candidates: more than one for an exploratory metric
    chance       of better, worse or same after the most rounds; None where none are planned or without spread
    """

    change: float | None
    difference: float | None
    low: float | None
    high: float | None
    simultaneous_low: float | None
    simultaneous_high: float | None
    p: float | None
    p_adjusted: float | None
    family: int
    n: int
    method: Method
    verdict: Verdict
    reason: str
    trials_needed: int | None
    min_effect: float
    mean_change: float | None
    far_rounds: tuple[int, ...]
    pairs: tuple[tuple[int, float], ...]
    baseline_mean: float | None
    candidate_mean: float | None
    by_start: bool
    interim: bool = False
    is_given: bool = False
    size: Size | None = None
    metrics: int = 1
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """Estimates with what the family makes of them; one entry per candidate, on the working scale."""

    e: Estimate
    min_effect: float
    p_adjusted: Floats
    family: Ints
    low: Floats  # of the simultaneous interval
    high: Floats
    verdict: Ints  # codes into VERDICTS
    size: Ints  # codes into SIZES
    inside: np.ndarray  # the simultaneous interval lies inside ±min_effect
    disagrees: np.ndarray  # the mean of all trials says something else
    trials_needed: Ints
    analyses: Sequence[int]  # rounds at each that was planned
    rules: int  # version
    metrics: int  # that the family counts the candidates in


@dataclass(frozen=True, slots=True)
class Sides:
    """What a Delta tells about the trials themselves; one entry per candidate."""

    dots: Sequence[Dots]
    baseline_mean: Floats
    candidate_mean: Floats
    left_out: Ints
    methods: Sequence[Method]
    by_start: np.ndarray


def apply_family(
    e: Estimate,
    min_effect: float,
    controls: np.ndarray,
    direction: Direction,
    rules: int,
    analyses: Sequence[int] = (),
    began: int = 0,
    metrics: int = 1,
    other_p: Floats | None = None,
) -> Judged:
    """Verdicts of all entries that are judged together: Holm over the candidates, and over the controls.

    controls  which entries are second copies of their baseline
    analyses  rounds at each planned interim analysis
    began     candidates that were in the running, where some were left out since: all of them count
    metrics   in how many these are judged together; in the others p counts as 1, unless there is
    other_p   p of the same entries in another of these metrics; NaN where it has none
    """
    alpha = limit_at(analyses)
    e = counting_analyses(e, alpha)
    p_adjusted, family = e.p.copy(), np.ones(len(e.p), dtype=np.int64)
    trials_needed = np.zeros(len(e.p), dtype=np.int64)
    for members, before in ((controls, 0), (~controls, began)):
        family[members] = max(int(np.sum(~np.isnan(e.p[members]))), before, 1) * metrics
        p_values = e.p[members]
        if other_p is not None:
            p_values = np.concatenate([p_values, np.minimum(other_p[members] * (ALPHA / alpha), 1.0)])
        adjusted_ps = holm(p_values, int(family[members].max(initial=1)))
        p_adjusted[members] = adjusted_ps[: int(members.sum())]
    half = half_width(e.se, e.df, alpha / family)
    verdict = judge(e, p_adjusted, min_effect, half, direction, rules)
    inside = np.abs(e.mean) + half <= min_effect
    disagrees = (np.abs(e.plain - e.mean) > e.ci_half_width) | (inside & (np.abs(e.plain) > min_effect))
    for members in (controls, ~controls):
        if members.any():
            unclear = members & (verdict == 0) & ~inside
            trials_needed += trials_to_settle(
                e, unclear, min_effect, int(family[members][0]), rules >= RULES_2
            )
    significant = p_adjusted < ALPHA
    low, high = e.mean - half, e.mean + half
    return Judged(
        e,
        min_effect,
        p_adjusted,
        family,
        low=np.where(significant & (e.mean > 0), np.maximum(low, 0.0), low),
        high=np.where(significant & (e.mean < 0), np.minimum(high, 0.0), high),
        verdict=verdict,
        size=measure_sizes(e, verdict, p_adjusted, min_effect, half, rules),
        inside=inside,
        disagrees=disagrees,
        trials_needed=trials_needed,
        analyses=analyses,
        rules=rules,
        metrics=metrics,
    )


def to_change(x: Floats, can_be_zero: bool) -> Floats:
    """From the working scale to what is shown: a change (0.1 = 10%), or a difference as it is."""
    return x if can_be_zero else np.expm1(np.minimum(x, MAX_LOG))


def assemble(j: Judged, sides: Sides, can_be_zero: bool) -> list[Delta]:
    """One Delta per candidate; NaN becomes None."""
    e = j.e
    ends = (e.mean - e.ci_half_width, e.mean + e.ci_half_width, j.low, j.high)
    plain = np.where(j.disagrees, e.plain, np.nan)
    changes = [to_change(x, can_be_zero) for x in (*ends, plain)]
    columns = [*changes, e.p, j.p_adjusted, sides.baseline_mean, sides.candidate_mean]
    numbers = map(_Numbers._make, zip(*map(nan_to_none, columns), strict=True))
    min_effect = float(to_change(np.array([j.min_effect]), can_be_zero)[0])
    words = min_effect_text(min_effect)
    family, inside = j.family.tolist(), j.inside.tolist()
    middles = nan_to_none(to_change(e.mean, can_be_zero))
    more, n, code, left_out = (x.tolist() for x in (j.trials_needed, e.n, j.verdict, sides.left_out))
    by_start, size_code = sides.by_start.tolist(), j.size.tolist()
    chances, analyses = nan_to_none(_chances(j, sides)), max(len(j.analyses), 1)
    stages = len(j.analyses) if isinstance(j.analyses, Stages) else 0
    out = []
    for i, (middle, numbers_of) in enumerate(zip(middles, numbers, strict=True)):
        dots, verdict, trials_needed = sides.dots[i], VERDICTS[code[i]], more[i] or None
        size = SIZES[size_code[i]]
        far = () if numbers_of.mean_change is None or by_start[i] else _far(j, i, dots, can_be_zero)
        if numbers_of.p is None or numbers_of.p_adjusted is None:
            method, explanation = "single", _too_few(numbers_of, middle, n[i])
        else:
            facts = Facts(
                verdict, numbers_of.p, numbers_of.p_adjusted, family[i], analyses, words, inside[i],
                trials_needed, can_be_zero, numbers_of.mean_change, far, by_start[i],
                size, j.rules, j.metrics, stages, _rounds_to_add(j, i, sides),
            )  # fmt: skip
            method, explanation = sides.methods[i], reason(facts)
        out.append(
            Delta(
                change=None if can_be_zero else middle,
                difference=middle if can_be_zero else None,
                **numbers_of._asdict(),
                family=family[i],
                n=n[i],
                method=method,
                verdict=verdict,
                reason=explanation + _left_out(left_out[i], can_be_zero),
                trials_needed=trials_needed,
                min_effect=min_effect,
                far_rounds=far,
                pairs=dots,
                by_start=by_start[i],
                size=size,
                metrics=j.metrics,
                chance=chances[i],
            )
        )
    return out


def _rounds_to_add(j: Judged, i: int, sides: Sides) -> int | None:
    """Rounds of a second stage that would settle a candidate of a first one."""
    if not isinstance(j.analyses, Stages) or len(j.analyses) != 1 or sides.methods[i] == "welch":
        return None
    usual = int(j.trials_needed[i])
    return rounds_to_add(j.analyses[0], usual, int(j.family[i]), int(j.e.n[i])) if usual else None


def _chances(j: Judged, sides: Sides) -> Floats:
    """The chance of a word after the most rounds, of which as large a share is usable as of those so far."""
    if len(j.analyses) < 2:
        return np.full(len(j.e.n), np.nan)
    rounds = np.array([max(len(dots), 1) for dots in sides.dots])
    most = np.maximum(j.analyses[-1] * j.e.n / rounds, 1)
    return chance_of_word(j.e, most, j.min_effect, limit_at(j.analyses) / j.family)


class _Numbers(NamedTuple):
    """Figures of a Delta, by its names."""

    low: float | None
    high: float | None
    simultaneous_low: float | None
    simultaneous_high: float | None
    mean_change: float | None
    p: float | None
    p_adjusted: float | None
    baseline_mean: float | None
    candidate_mean: float | None


def _far(j: Judged, i: int, dots: Dots, can_be_zero: bool) -> tuple[int, ...]:
    """Rounds more than `FAR` times the spread of the others away."""
    numbers = np.array([number for number, _ in dots], dtype=np.int64)
    values = np.array([value for _, value in dots])
    work = values if can_be_zero else np.log1p(np.maximum(values, -1 + 1e-15))
    return tuple(numbers[np.abs(work - j.e.mean[i]) > FAR * j.e.sd[i]].tolist())


def _too_few(numbers: _Numbers, middle: float | None, n: int) -> str:
    if numbers.baseline_mean is None:
        return "The baseline has no valid trial."
    if numbers.candidate_mean is None:
        return "The candidate has no valid trial."
    if middle is None:
        return "No round has a valid trial of both."
    few = "One trial" if n == 1 else "One trial on a side"
    return f"{few}: the change alone, without an interval."


def _left_out(n: int, can_be_zero: bool) -> str:
    if not n:
        return ""
    kind = "not a number" if can_be_zero else "zero, negative or not a number"
    return f" Left out: {n} {'value' if n == 1 else 'values'} ({kind})."


def nan_to_none(column: Floats) -> list[float | None]:
    return [None if x != x else x for x in column.tolist()]
