"""Paired differences of many quantities in few rounds: each one's spread leans on that of the others. Pure.

Three rounds tell the spread of one function of a profile so badly that nothing would ever be clear among a
hundred of them. What is common to all is how spread goes with size: counting alone gives each a known
variance, and what is on top of it grows with the counts. So each own variance is put together with the one
expected at its size, weighted by how far the quantities agree with that expectation: the moderated t of
G. K. Smyth (Statistical Applications in Genetics 3, 2004), with its trend (limma's eBayes(trend=TRUE)).
The weight is half of his and at most four rounds' worth: where some functions scatter far more than others,
all of it calls 15% of comparisons of equals in three rounds, this 2.4% (`test_shared_spread.py`).
"""

import numpy as np
from scipy import special

from backend.statistics.estimate import Estimate, estimate
from backend.statistics.pairing import Floats

MIN_ROUNDS = 3
_MIN_QUANTITIES = 8  # quantities; of fewer no expectation is taken
_LENT, _MAX_LENT = 0.5, 4.0  # of its degrees of freedom
_MIN_SHARE = 1e-4
"""Of the middle variance: agreement closer than this is chance, or rounding."""


def estimate_moderated(d: Floats, counting: Floats, size: Floats) -> Estimate:
    """Mean of each row of differences (quantities by rounds) with its moderated interval and p.

    counting  variance that each difference has from counting alone, by quantities and rounds, > 0
    size      how much was counted of each quantity, > 0
    A variance is never below what counting alone gives. NaN throughout below three rounds.
    """
    rows, n = d.shape
    rounds = np.full(rows, n)
    mean, floor = d.mean(axis=1), counting.mean(axis=1)
    if n < MIN_ROUNDS:
        empty = np.full(rows, np.nan)
        return Estimate(rounds, mean, empty, empty, empty, empty, empty, mean)
    variances = d.var(axis=1, ddof=1) / floor
    prior, prior_df = _expected_spread(variances, n - 1, np.log(size))
    df = np.full(rows, n - 1 + prior_df)
    together = ((n - 1) * variances + prior_df * prior) / df
    variance = np.maximum(together, 1.0) * floor
    se = np.sqrt(variance / n)
    return estimate(rounds, mean, np.sqrt(variance), se, df, np.ones(rows), mean)


def _expected_spread(variances: Floats, df: int, size: Floats) -> tuple[Floats, float]:
    """The variance expected at each size, and the degrees of freedom that it is given."""
    rows = len(variances)
    if rows < _MIN_QUANTITIES:
        return np.ones(rows), 0.0
    logs = np.log(np.maximum(variances, max(_MIN_SHARE * float(np.median(variances)), 1e-300)))
    logs = logs - special.digamma(df / 2) + np.log(df / 2)
    line = np.stack([np.ones(rows), size - size.mean()], axis=1)
    line_values = line @ np.linalg.lstsq(line, logs, rcond=None)[0]
    rest = float(((logs - line_values) ** 2).sum() / (rows - 2) - special.polygamma(1, df / 2))
    if rest <= 0:  # as alike as chance lets them be
        return np.exp(line_values), _MAX_LENT
    prior_df = 2 * float(inverse_trigamma(rest))
    middle = line_values + special.digamma(prior_df / 2) - np.log(prior_df / 2)
    return np.exp(middle), min(_LENT * prior_df, _MAX_LENT)


def inverse_trigamma(y: Floats | float) -> Floats:
    """By Newton's method on 1 / trigamma, which is nearly linear (Smyth's appendix). `y` > 0."""
    x = 0.5 + 1 / np.asarray(y, dtype=np.float64)
    for _ in range(50):
        value = special.polygamma(1, x)
        step = value * (1 - value / y) / special.polygamma(2, x)
        x = x + step
        if np.all(-step / x < 1e-8):
            break
    return x
