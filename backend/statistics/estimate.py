"""Means, 95% intervals and p values, for many candidates at once: Student's t of trimmed means.

One stalled trial moves a mean of twelve by more than most changes, and widens its interval by more still.
So a sixth of the trials at either end does not enter the middle, and enters the spread only with the value
of the nearest kept one (Yuen's t; for two sides scipy.stats.ttest_ind(trim=…), for pairs the same of one
sample). Which are at the ends is by size alone: none is dropped, and the mean of all stands beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from scipy import special

from backend.statistics.pairing import Floats, Ints, Trials

ALPHA = 0.05
ROUNDING = 1e-13  # spread below this is rounding error of logs, or of values relative to their size
_ONE_IN = 6
"""Trials at either end. Chosen by simulation: an eighth finds a change of 3% in 12 rounds among stalls in 79%
of experiments, a sixth in 96% (the mean in 31%), and costs a tenth of the width where nothing stalls."""
MIN_TRIMMED = 8  # below, a trial less on either side costs more than a stall


@dataclass(frozen=True, slots=True)
class Estimate:
    """One entry per candidate, on the working scale (logs, or the metric's unit).

    `se`, `ci_half_width` (of the 95% interval) and `p` are NaN where there are not enough trials; `sd` is the
    spread that one more trial on each side adds, so that se = sd / sqrt(trials). `mean` is the trimmed one,
    `plain` that of all trials alike.
    """

    n: Ints
    mean: Floats
    sd: Floats
    se: Floats
    df: Floats
    ci_half_width: Floats
    p: Floats
    plain: Floats


def estimate(
    n: Ints, mean: Floats, sd: Floats, se: Floats, df: Floats, p_if_constant: Floats, plain: Floats
) -> Estimate:
    """Interval and two-sided p of `mean` against 0 by Student's t.

    Without any spread t is infinite for any change, however few the trials. Counters and rounded
    latencies do that by chance, so p is then what agreeing trials show by themselves: `p_if_constant`.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * special.stdtr(df, -np.abs(mean / se))
    p = np.where(se == 0, np.where(mean == 0, 1.0, p_if_constant), p)
    return Estimate(n, mean, sd, se, df, half_width(se, df, ALPHA), p, plain)


def half_width(se: Floats, df: Floats, alpha: float | Floats) -> Floats:
    """Half of the interval that misses the truth with probability `alpha`."""
    return special.stdtrit(df, 1 - alpha / 2) * se


def counting_analyses(e: Estimate, limit: float) -> Estimate:
    """The same where p has to be below `limit` instead of 5%, because results are looked at several times:
    p is put on the scale of 5%, and intervals are as wide."""
    if limit == ALPHA:
        return e
    p = np.minimum(e.p * (ALPHA / limit), 1.0)
    return replace(e, p=p, ci_half_width=half_width(e.se, e.df, limit))


def cut(n: Ints) -> Ints:
    """How many of n trials at either end do not enter the middle: a sixth, none below eight."""
    return np.where(n >= MIN_TRIMMED, n // _ONE_IN, 0)


def freedom(n: Ints) -> Floats:
    """Degrees of freedom of t over n trials, of which the ends are cut off as `cut` says.

    Yuen's are those of the kept trials. With so few, that alone calls 5.5% of equal runs at 5% and 1.27% at
    1% (12 rounds of normal noise, 150,000 experiments); half of one less for each that is cut off at an end
    brings both to their level, from 8 to 60 rounds.
    """
    ends = cut(n)
    return n - 2.5 * ends - 1


def estimate_pairs(d: Floats, scale: float = 1.0, trim: bool = True) -> Estimate:
    """One-sample t of each row of differences (the last axis), NaN left out.

    Constant rows: the sign test, 2^(1 - n).
    """
    lead = d.shape[:-1]
    rows = d.reshape(int(np.prod(lead)), d.shape[-1])
    n = (~np.isnan(rows)).sum(axis=-1)
    values = np.sort(rows, axis=-1)[np.arange(rows.shape[-1]) < n[:, None]]
    ends = cut(n) if trim else np.zeros_like(n)
    sizes, mean, square, plain = _trim(values, np.repeat(np.arange(len(n)), n), n, ends)
    sd = _snap(np.sqrt(square * n), scale)
    df = np.where(sizes > 1, sizes - 1.0 - ends / 2, np.nan)
    se, constant = _divide(sd, np.sqrt(n)), np.exp2(1.0 - sizes)
    e = estimate(n, _snap(mean, scale), sd, se, df, constant, _snap(plain, scale))
    return Estimate(*(getattr(e, f.name).reshape(lead) for f in fields(Estimate)))


def welch(baseline: Trials, candidates: Trials, scale: float = 1.0, trim: bool = True) -> Estimate:
    """Welch's t of each candidate against the one baseline, or each against its own; trimmed it is Yuen's.

    Constant on both sides: the exact p of a permutation.
    """
    (n_a, kept_a, mean_a, part_a, plain_a), (n_b, kept_b, mean_b, part_b, plain_b) = (
        _side(side, trim) for side in (baseline, candidates)
    )
    mean, plain = _snap(mean_b - mean_a, scale), _snap(plain_b - plain_a, scale)
    part_a, part_b = (
        np.where(_snap(part * n, scale**2) == 0, 0.0, part) for part, n in ((part_a, n_a), (part_b, n_b))
    )
    square = part_a + part_b
    share = _divide(part_a, square), _divide(part_b, square)
    df = 1 / (_divide(share[0] ** 2, kept_a - 1) + _divide(share[1] ** 2, kept_b - 1))
    df = np.where(square == 0, kept_a + kept_b - 2.0, df)
    constant = 2 / np.maximum(special.binom(kept_a + kept_b, kept_b), 2)
    sd = np.sqrt(part_a * n_a + part_b * n_b)
    return estimate(n_b, mean, sd, np.sqrt(square), df, constant, plain)


def _side(trials: Trials, trim: bool) -> tuple[Ints, Ints, Floats, Floats, Floats]:
    """n, kept, trimmed mean, its squared standard error, and the mean of all: one entry per run."""
    n = trials.count()
    order = np.lexsort((trials.work, trials.run))
    ends = cut(n) if trim else np.zeros_like(n)
    return (n, *_trim(trials.work[order], trials.run[order], n, ends))


def _trim(values: Floats, row: Ints, n: Ints, ends: Ints) -> tuple[Ints, Floats, Floats, Floats]:
    """Of flat `values`, sorted within each row: kept, mean, its squared standard error, mean of all.

    The spread is that of the winsorised values: those cut off count as the nearest kept one.
    """
    rows, sizes = len(n), n - 2 * ends
    first = np.cumsum(n) - n
    rank = np.arange(len(values)) - first[row]
    inside = (rank >= ends[row]) & (rank < (n - ends)[row])
    mean = _divide(np.bincount(row, weights=np.where(inside, values, 0.0), minlength=rows), sizes)
    plain = _divide(np.bincount(row, weights=values, minlength=rows), n)
    lowest, highest = first[row] + ends[row], first[row] + (n - ends)[row] - 1
    winsorised_values = values[np.clip(np.arange(len(values)), lowest, highest)]
    middle = _divide(np.bincount(row, weights=winsorised_values, minlength=rows), n)
    rest = np.bincount(row, weights=(winsorised_values - middle[row]) ** 2, minlength=rows)
    square = np.where(sizes > 1, _divide(rest, sizes * (sizes - 1)), np.nan)
    return sizes, mean, square, plain


def choose(first: np.ndarray, yes: Estimate, no: Estimate) -> Estimate:
    """Entry by entry `yes` where `first` is true, else `no`."""
    return Estimate(*(np.where(first, getattr(yes, f.name), getattr(no, f.name)) for f in fields(Estimate)))


def side_by_side(parts: Sequence[Estimate]) -> Estimate:
    """Estimates of some candidates each as one of all."""
    return Estimate(*(np.concatenate([getattr(e, f.name) for e in parts]) for f in fields(Estimate)))


def first_of(e: Estimate, count: int) -> Estimate:
    """Estimates of the first so many candidates."""
    return Estimate(*(getattr(e, f.name)[:count] for f in fields(Estimate)))


def _divide(a, b) -> Floats:
    a, b = np.broadcast_arrays(np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
    return np.divide(a, b, out=np.full(a.shape, np.nan), where=b > 0)


def _snap(x: Floats, scale: float) -> Floats:
    return np.where(np.abs(x) <= ROUNDING * scale, 0.0, x)
