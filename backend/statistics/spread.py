"""Spread of the trials of a run, and whether one run is steadier than another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

import numpy as np
from scipy import special

from backend.presentation.figures import chance
from backend.statistics import pairing
from backend.statistics.estimate import ALPHA, ROUNDING
from backend.statistics.pairing import Floats, TrialValues
from backend.statistics.power import round_sd
from backend.statistics.units import MIN_UNITS, mean_by_unit, units

ALIKE = 2.0
"""Spreads within this factor of each other are the same. Twelve trials tell a factor of 1.7, eighty 1.2."""
MIN_TRIALS = 3  # with two, both are equally far from the median and the test cannot see anything


class SpreadVerdict(str, Enum):
    STEADIER = "steadier"
    LESS_STEADY = "less_steady"
    SAME = "same"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Spread:
    """Usable trials of one run. `cv` is the sample standard deviation over the mean; None where undefined.

    `of_units`: the same of the means of its starts, where servers were kept for several rounds.
    """

    n: int
    mean: float | None
    cv: float | None
    low: float | None
    high: float | None
    of_units: "Spread | None" = None

    @property
    def ci_half_width(self) -> float | None:
        """Half of the 95% interval of the mean by Student's t over units, in the metric's unit."""
        if self.of_units is not None:
            return self.of_units.ci_half_width
        if self.mean is None or self.cv is None:
            return None
        return _quantile(self.n - 1) * self.cv * self.mean / self.n**0.5


@dataclass(frozen=True, slots=True)
class SpreadComparison:
    """Spread of b against a. `ratio` is cv_b / cv_a (0.13 shows as ÷ 7.6), None if either has no spread."""

    cv_a: float | None
    cv_b: float | None
    ratio: float | None
    p: float | None
    verdict: SpreadVerdict
    reason: str


def spread(run: TrialValues, can_be_zero: bool = False) -> Spread:
    """Mean, coefficient of variation and range of one run."""
    usable = [(t[1], (t[3] or 0) if len(t) > 3 else 0) for t in run if t[1] is not None]
    usable = [(v, start) for v, start in usable if abs(v) <= pairing.MAX_VALUE and (can_be_zero or v > 0)]
    values, starts = [v for v, _ in usable], [start for _, start in usable]
    return replace(_spread(values), of_units=_spread_of_units(values, starts))


def _spread_of_units(values: Sequence[float], starts: Sequence[int]) -> Spread | None:
    """None where each trial is a unit, or there are too few units: as for deltas, trials count then."""
    if not MIN_UNITS <= len(set(starts)) < len(values):
        return None
    order = sorted(range(len(values)), key=lambda i: starts[i])
    unit = units([[starts[i]] for i in order])
    return _spread(mean_by_unit(np.array([values[i] for i in order]), unit).tolist())


@cache
def _quantile(df: int) -> float:
    """Of Student's t, for a 95% interval."""
    return float(special.stdtrit(df, 1 - ALPHA / 2))


def log_ratio_sd(a: TrialValues, b: TrialValues) -> float | None:
    """Standard deviation of the log ratio of two trials of a round, for the planner; None below two rounds.

    Where the baseline `a` was repeated, a round's ratio is against the mean of two: it is scaled back.
    """
    base, candidate = pairing.usable([a], False), pairing.usable([b], False)
    _, d = pairing.differences(base, candidate)
    d = d[~np.isnan(d)]
    if len(d) < 2:
        return None
    is_repeated = len(base.round) > len(np.unique(base.round))
    return float(d.std(ddof=1)) * round_sd(1.0) / round_sd(1.0, is_repeated)


def compare_spread(a: TrialValues, b: TrialValues) -> SpreadComparison:
    """Brown–Forsythe on logs: the distances of the trials from their run's median, by one-way ANOVA."""
    return pooled_spread([(a, b)])


def pooled_spread(pairs: Sequence[tuple[TrialValues, TrialValues]]) -> SpreadComparison:
    """Spread of b against a over several pairs of runs (a, b); for one pair it is `compare_spread`.

    The CVs and their ratio are geometric means over the pairs. The test pools the distances from each
    run's own median, each pair in units of its mean distance, so that a wild pair does not outvote others.
    Pairs with fewer than three usable trials on a side are left out.
    """
    values = [tuple(pairing.usable([run], False).value for run in pair) for pair in pairs]
    values = [(a, b) for a, b in values if min(len(a), len(b)) >= MIN_TRIALS]
    if not values:
        return SpreadComparison(None, None, None, None, SpreadVerdict.UNCLEAR, "Fewer than three trials.")
    cv_a = _geometric_mean([_spread(a.tolist()).cv for a, _ in values])
    cv_b = _geometric_mean([_spread(b.tolist()).cv for _, b in values])
    ratio = cv_b / cv_a if cv_a > 0 and cv_b > 0 else None
    distances = [_distances(a, b) for a, b in values]
    z_a, z_b = (np.concatenate(side) for side in zip(*distances, strict=True))
    p = _anova_p(z_a, z_b, 2 * len(values))
    verdict = _verdict(p, cv_a, cv_b, z_a, z_b)
    return SpreadComparison(cv_a, cv_b, ratio, p, verdict, _REASONS[verdict].format(p=chance(p)))


_REASONS = {
    SpreadVerdict.STEADIER: "The trials lie closer together (Brown–Forsythe on logs, p {p}).",
    SpreadVerdict.LESS_STEADY: "The trials lie further apart (Brown–Forsythe on logs, p {p}).",
    SpreadVerdict.SAME: "The two spreads are surely within a factor of 2 of each other.",
    SpreadVerdict.UNCLEAR: "The difference in spread could be chance (Brown–Forsythe on logs, p {p}).",
}


def _spread(values: Sequence[float]) -> Spread:
    """In plain Python: a page asks for every metric of every run, each a few values."""
    n = len(values)
    if n == 0:
        return Spread(0, None, None, None, None)
    mean = math.fsum(values) / n
    sd = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1)) if n > 1 else None
    if sd is not None and sd <= ROUNDING * abs(mean):
        sd = 0.0
    cv = None if sd is None or mean == 0 else sd / abs(mean)
    return Spread(n, mean, cv, min(values), max(values))


def _distances(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    z_a, z_b = (np.abs(np.log(x) - np.median(np.log(x))) for x in (a, b))
    unit = (z_a.sum() + z_b.sum()) / (len(a) + len(b))
    if unit <= ROUNDING:
        return np.zeros_like(z_a), np.zeros_like(z_b)
    return z_a / unit, z_b / unit


def _anova_p(a: Floats, b: Floats, groups: int) -> float:
    """One-way ANOVA of two sets of distances; `groups` medians were taken, one pair's test being Levene's."""
    df = len(a) + len(b) - max(2, groups // 2 + 1)
    within = ((a - a.mean()) ** 2).sum() + ((b - b.mean()) ** 2).sum()
    between = (a.mean() - b.mean()) ** 2 * len(a) * len(b) / (len(a) + len(b))
    if between == 0:
        return 1.0
    return float(special.fdtrc(1, df, between * df / within)) if within > 0 else 0.0


def _verdict(p: float, cv_a: float, cv_b: float, z_a: Floats, z_b: Floats) -> SpreadVerdict:
    if p < ALPHA:
        return SpreadVerdict.STEADIER if z_b.mean() < z_a.mean() else SpreadVerdict.LESS_STEADY
    if cv_a == cv_b == 0:
        return SpreadVerdict.SAME
    if cv_a == 0 or cv_b == 0:
        return SpreadVerdict.UNCLEAR
    # Bonett and Seier's interval of a ratio of mean distances; at 90%, for two one-sided tests at 5%
    error = (_relative_variance(z_a) + _relative_variance(z_b)) ** 0.5
    half = float(special.stdtrit(len(z_a) + len(z_b) - 2, 1 - ALPHA)) * error
    inside = abs(math.log(z_b.mean() / z_a.mean())) + half <= math.log(ALIKE)
    return SpreadVerdict.SAME if inside else SpreadVerdict.UNCLEAR


def _relative_variance(z: Floats) -> float:
    """Of a mean of distances, on logs."""
    return float(z.var(ddof=1) / z.mean() ** 2 / len(z))


def _geometric_mean(cvs: Sequence[float | None]) -> float:
    values = np.array([cv or 0.0 for cv in cvs])
    return float(np.exp(np.log(values).mean())) if values.all() else 0.0
