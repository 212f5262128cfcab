"""Failure as an outcome: whether a run fails in more rounds than its baseline. Pure.

Units are rounds, or starts of servers that are kept for several rounds, not attempts and not requests: what
fails once fails again while the same server answers. Where a server fails in all attempts of its round,
Fisher's test over attempts calls equal runs in 20 to 37% of experiments; over rounds in 3 to 4%.
Where most rounds of both sides have failures, their shares are compared round by round (sign test).
All p are mid-p: half of the probability of what was observed counts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple

import numpy as np
import scipy

from backend.statistics.estimate import ALPHA
from backend.statistics.holm import holm
from backend.statistics.two_stages import limit_at

Word = Literal["", "fails more", "fails less"]


class Attempt(NamedTuple):
    """One attempt at a trial that ended, valid or not.

    repeat      of the baseline within a long round
    loss        share of its requests that failed; 1 where there is no figure
    is_dropped  it did not count, for reasons of the run itself
    """

    round: int
    repeat: int
    number: int
    start: int | None
    loss: float
    is_dropped: bool

    @property
    def has_failure(self) -> bool:
        return self.is_dropped or self.loss > 0


Attempts = Sequence[Attempt]


class Unit(NamedTuple):
    """Attempts of one run that cannot be counted as independent of each other."""

    has_failure: bool
    loss: float


@dataclass(frozen=True)
class FailureGroup:
    """Candidates against one baseline; `control` is the index of the baseline's copy among them."""

    baseline: Attempts
    candidates: Sequence[Attempts]
    control: int | None = None


class FailureTest(NamedTuple):
    """p of one candidate, adjusted within its family; None without a failure on either side."""

    p: float | None
    p_adjusted: float | None
    word: Word


def compare_failures(
    groups: Sequence[FailureGroup], is_interleaved: bool = True, analyses: Sequence[int] = ()
) -> list[list[FailureTest]]:
    """For each group a test for each of its candidates; Holm over the candidates, and over the controls.

    Candidates without a failure on either side are no hypotheses: they cannot be called (Tarone 1990).

    analyses  rounds at each planned interim analysis
    """
    comparisons = [
        (g, i, *_compare(g.baseline, c, is_interleaved)) for g in groups for i, c in enumerate(g.candidates)
    ]
    p = np.minimum(np.array([p for _, _, p, _ in comparisons]) * (ALPHA / limit_at(analyses)), 1.0)
    is_control = np.array([i == g.control for g, i, _, _ in comparisons], dtype=bool)
    adjusted_p = np.full(len(p), np.nan)
    for members in (is_control, ~is_control):
        adjusted_p[members] = holm(p[members])
    tests = iter(
        [
            _test(*values)
            for values in zip(p.tolist(), adjusted_p.tolist(), (c[3] for c in comparisons), strict=True)
        ]
    )
    return [[next(tests) for _ in g.candidates] for g in groups]


def _test(p: float, p_adjusted: float, is_more: bool) -> FailureTest:
    if p != p:
        return FailureTest(None, None, "")
    word: Word = "" if p_adjusted >= ALPHA else "fails more" if is_more else "fails less"
    return FailureTest(p, p_adjusted, word)


def _compare(baseline: Attempts, candidate: Attempts, is_interleaved: bool) -> tuple[float, bool]:
    """Two-sided mid-p, and whether the candidate fails more; NaN where nothing failed."""
    if not any(attempt.has_failure for attempt in (*baseline, *candidate)):
        return float("nan"), False  # as nearly always: units cost more than all the rest
    base, cand = units(baseline, candidate)
    if is_interleaved:
        shared_keys = base.keys() & cand.keys()
        base, cand = ({key: side[key] for key in sorted(shared_keys)} for side in (base, cand))
    failing = [sum(unit.has_failure for unit in side.values()) for side in (cand, base)]
    if not any(failing):
        return float("nan"), False
    if 2 * sum(failing) <= len(base) + len(cand):
        return fisher_mid_p(failing[0], len(cand), failing[1], len(base))
    losses = [np.array([unit.loss for unit in side.values()]) for side in (cand, base)]
    if is_interleaved:
        return sign_mid_p(int((losses[0] > losses[1]).sum()), int((losses[0] < losses[1]).sum()))
    if not (len(losses[0]) and len(losses[1])):
        return 1.0, False
    p = scipy.stats.mannwhitneyu(losses[0], losses[1]).pvalue  # `stats` is loaded here, half a second of CPU
    return float(p), bool(losses[0].mean() > losses[1].mean())


def units(baseline: Attempts, candidate: Attempts) -> tuple[Mapping[int, Unit], Mapping[int, Unit]]:
    """The units of both sides, by the same keys: rounds, or starts of the side that keeps its servers longer.

    Of a round only the first attempt says whether it failed: a repetition follows a failure alone, and the
    baseline of a long round has more trials.
    """
    start_of = min(
        (_starts(baseline), _starts(candidate)), key=lambda side: len(set(side.values())) or np.inf
    )
    has_kept_servers = len(set(start_of.values())) < len(start_of)

    def key(round_number: int) -> int:
        return start_of.get(round_number, 0) if has_kept_servers else round_number

    return _units(baseline, key), _units(candidate, key)


def _starts(attempts: Attempts) -> dict[int, int]:
    return {a.round: a.start for a in attempts if a.start is not None}


def _units(attempts: Attempts, key: Callable[[int], int]) -> dict[int, Unit]:
    firsts: dict[int, Attempt] = {}
    losses: dict[int, list[float]] = {}
    for attempt in sorted(attempts, key=lambda a: (a.round, a.repeat, a.number)):
        firsts.setdefault(attempt.round, attempt)
        losses.setdefault(key(attempt.round), []).append(attempt.loss)
    failing_keys = {key(number) for number, first in firsts.items() if first.has_failure}
    return {k: Unit(k in failing_keys, float(np.mean(values))) for k, values in losses.items()}


@lru_cache(4096)
def fisher_mid_p(a: int, n_a: int, b: int, n_b: int) -> tuple[float, bool]:
    """Fisher's exact test of a of n_a against b of n_b, two-sided mid-p; and whether a has more."""
    n, failing = n_a + n_b, a + b
    ways = [comb(failing, k) * comb(n - failing, n_a - k) for k in range(a, min(failing, n_a) + 1)]
    return _two_sided(ways, comb(n, n_a))


@lru_cache(4096)
def sign_mid_p(more: int, less: int) -> tuple[float, bool]:
    """Sign test of rounds in which one side is above against those in which it is below, two-sided mid-p."""
    n = more + less
    return _two_sided([comb(n, k) for k in range(more, n + 1)], 2**n)


def _two_sided(ways: list[int], total: int) -> tuple[float, bool]:
    """Of all ways those with what was observed, then those with more and more."""
    upper = (2 * sum(ways) - ways[0]) / (2 * total)
    return min(1.0, 2 * min(upper, 1 - upper)), upper < 0.5
