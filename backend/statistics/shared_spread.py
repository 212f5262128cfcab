"""Spreads of what was measured together lean on one another: many quantities, or some candidates. Pure.

Three rounds tell the spread of one function of a profile so badly that nothing would ever be clear among a
hundred of them. What is common to all is how spread goes with size: counting alone gives each a known
variance, and what is on top of it grows with the counts. So each own variance is put together with the one
expected at its size, weighted by how far the quantities agree with that expectation: the moderated t of
G. K. Smyth (Statistical Applications in Genetics 3, 2004), with its trend (limma's eBayes(trend=TRUE)).
The weight is half of his and at most four rounds' worth: where some functions scatter far more than others,
all of it calls 15% of comparisons of equals in three rounds, this 2.4% (`test_shared_spread.py`).

Candidates have no sizes, and more rounds: each lends at most five degrees of freedom. Servers that are kept
for all rounds have a luck that no spread shows, and the more is found the more often it is called: those lean
on none (`starts.keeps_server`).
"""

from dataclasses import replace

import numpy as np
from scipy import special

from backend.statistics.estimate import MIN_TRIMMED, Estimate, estimate
from backend.statistics.pairing import Floats, Ints

MIN_ROUNDS = 3
_MIN_QUANTITIES = 8  # quantities; of fewer no expectation is taken
_LENT, _MAX_LENT = 0.5, 4.0  # of its degrees of freedom
_MIN_SHARE = 1e-4
"""Of the middle variance: agreement closer than this is chance, or rounding."""

LENT_BY_EACH, MAX_LENT, LENT_TO_OWN = 5.0, 25.0, 2.5
NOISY = 0.6
"""A spread that fewer than this share, divided by the candidates, would exceed stays: it may be noisier."""
_MIN_EXCESS = 1e-3  # scatter of logs beyond chance, below which spreads are alike
MIN_CANDIDATES = 3
"""Of fewer the baseline alone counts, and none leans on others: beside one or two, something that hits one
trial in each round would call equals in up to 12% of experiments, and in fewer than eight rounds as well."""


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


def most_lent(candidates: Floats | Ints | int, df: Floats | float) -> Floats:
    """Degrees of freedom that a spread takes from those of the other candidates, at most.

    All that Smyth's moments give call more than 5% where one candidate is noisier: these call at most 5.4%,
    where it is three times as noisy, of three and in eight rounds; up to 5% elsewhere.
    """
    from_others = np.minimum(LENT_BY_EACH * (np.asarray(candidates) - 1), MAX_LENT)
    return np.minimum(from_others, LENT_TO_OWN * np.asarray(df))


def lean_on_others(e: Estimate, is_candidate: np.ndarray | None = None) -> Estimate:
    """Estimates of candidates of one workload, (…, candidates), with spreads drawn towards one another.

    Nothing changes where fewer than three have a spread, or rounds are too few to be trimmed, nor for one
    whose spread is unusually wide among them.
    """
    usable = (e.sd > 0) & (e.n >= MIN_TRIMMED) & np.isfinite(e.df)
    if is_candidate is not None:
        usable = usable & is_candidate
    count = np.maximum(usable.sum(axis=-1, keepdims=True), 1)
    if not (count >= MIN_CANDIDATES).any():
        return e
    half = np.where(usable, e.df, 2.0) / 2

    def average(x: Floats, by: Floats) -> Floats:
        return np.where(usable, x, 0.0).sum(axis=-1, keepdims=True) / by

    with np.errstate(divide="ignore", invalid="ignore"):
        logs = 2 * np.log(e.sd) - special.digamma(half) + np.log(half)
        level = average(logs, count)
        excess = average((logs - level) ** 2, count - 1) - average(special.polygamma(1, half), count)
        own_df = 2 * inverse_trigamma(np.maximum(excess, _MIN_EXCESS))
        shift = special.digamma(own_df / 2) - np.log(own_df / 2)
        expected_variance = np.exp(level + np.where(excess > _MIN_EXCESS, shift, 0.0))
        lent_df = np.minimum(np.where(excess > _MIN_EXCESS, own_df, np.inf), most_lent(count, e.df))
        tail = special.fdtrc(e.df, lent_df, e.sd**2 / expected_variance)
        is_leaning = usable & (count >= MIN_CANDIDATES) & (tail >= NOISY / count)
        variance = (lent_df * expected_variance + e.df * e.sd**2) / (lent_df + e.df)
        sd, df = np.where(is_leaning, np.sqrt(variance), e.sd), np.where(is_leaning, e.df + lent_df, e.df)
        moderated_e = estimate(e.n, e.mean, sd, sd / np.sqrt(e.n), df, e.p, e.plain)
    return replace(moderated_e, p=np.where(is_leaning, moderated_e.p, e.p))
