"""Means, 95% intervals and p values, for many candidates at once. Student's t throughout."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from backend.statistics.pairing import Floats, Ints, Trials

ALPHA = 0.05
ROUNDING = 1e-13  # spread below this is rounding error of logs, or of values relative to their size


@dataclass(frozen=True, slots=True)
class Estimate:
    """One entry per candidate, on the working scale (logs, or the metric's unit).

    `se`, `ci_half_width` (of the 95% interval) and `p` are NaN where there are not enough trials; `sd` is the
    spread that one more trial on each side adds, so that se = sd / sqrt(trials).
    """

    n: Ints
    mean: Floats
    sd: Floats
    se: Floats
    df: Floats
    ci_half_width: Floats
    p: Floats


def estimate(n: Ints, mean: Floats, sd: Floats, se: Floats, df: Floats, p_if_constant: Floats) -> Estimate:
    """Interval and two-sided p of `mean` against 0 by Student's t.

    Without any spread t is infinite for any change, however few the trials. Counters and rounded
    latencies do that by chance, so p is then what agreeing trials show by themselves: `p_if_constant`.
    """
    ci_half_width = special.stdtrit(df, 1 - ALPHA / 2) * se
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * special.stdtr(df, -np.abs(mean / se))
    p = np.where(se == 0, np.where(mean == 0, 1.0, p_if_constant), p)
    return Estimate(n, mean, sd, se, df, ci_half_width, p)


def paired(d: Floats, scale: float = 1.0) -> Estimate:
    """One-sample t of each row of differences, NaN left out. Constant rows: the sign test, 2^(1 - n)."""
    there = ~np.isnan(d)
    n = there.sum(axis=-1)
    filled = np.where(there, d, 0.0)
    mean = _divide(filled.sum(axis=-1), n)
    rest = np.where(there, d - mean[..., None], 0.0)
    sd = np.sqrt(_divide((rest**2).sum(axis=-1), n - 1))
    mean, sd = _snap(mean, scale), _snap(sd, scale)
    se = _divide(sd, np.sqrt(n))
    df = np.where(n > 1, n - 1.0, np.nan)
    return estimate(n, mean, sd, se, df, np.exp2(1.0 - n))


def welch(baseline: Trials, candidates: Trials, scale: float = 1.0) -> Estimate:
    """Welch's t of each candidate against the one baseline, or each against its own.

    Constant on both sides: the exact p of a permutation.
    """
    n_a, n_b = baseline.count(), candidates.count()
    mean = _snap(candidates.mean(candidates.work) - baseline.mean(baseline.work), scale)
    var_a, var_b = _snap(baseline.variance(), scale**2), _snap(candidates.variance(), scale**2)
    part_a, part_b = _divide(var_a, n_a), _divide(var_b, n_b)
    square = part_a + part_b
    share = _divide(part_a, square), _divide(part_b, square)
    df = 1 / (_divide(share[0] ** 2, n_a - 1) + _divide(share[1] ** 2, n_b - 1))
    df = np.where(square == 0, n_a + n_b - 2.0, df)
    constant = 2 / np.maximum(special.binom(n_a + n_b, n_b), 2)
    return estimate(n_b, mean, np.sqrt(var_a + var_b), np.sqrt(square), df, constant)


def choose(first: np.ndarray, yes: Estimate, no: Estimate) -> Estimate:
    """Entry by entry `yes` where `first` is true, else `no`."""
    pick = [
        np.where(first, getattr(yes, name), getattr(no, name))
        for name in ("n", "mean", "sd", "se", "df", "ci_half_width", "p")
    ]
    return Estimate(*pick)


def _divide(a, b) -> Floats:
    a, b = np.broadcast_arrays(np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
    return np.divide(a, b, out=np.full(a.shape, np.nan), where=b > 0)


def _snap(x: Floats, scale: float) -> Floats:
    return np.where(np.abs(x) <= ROUNDING * scale, 0.0, x)
