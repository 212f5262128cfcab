"""How many trials would settle an unclear verdict, with 80% probability by what the trials say so far.

The true change is not the one that was measured: it lies around it as its interval says. So the chance that
a fresh experiment of N trials a run ends in a word is averaged over where it may lie. Taking the measured
change for the true one promised too much: of equal runs 18% were settled by the number that it gave; now
36% are (test_settling.py), and four in five over all that the change may be.
"""

from functools import lru_cache

import numpy as np
from scipy import special

from backend.statistics.estimate import ALPHA, Estimate, cut, freedom
from backend.statistics.pairing import Floats, Ints
from backend.statistics.power import MAX_TRIALS, POWER

_FEW = 3  # degrees of freedom: a t of so few has no variance to speak of
_GRID: Ints = np.unique(np.round(np.geomspace(3, MAX_TRIALS, 52)).astype(np.int64))
_EVERY: Ints = np.arange(2, 100)


def trials_to_settle(
    e: Estimate, selection: np.ndarray, min_effect: float, family: int, has_size: bool = False
) -> Ints:
    """Trials per run for each entry that is `wanted`; 0 for others and where more than 1000 are needed.

    `min_effect` is on the working scale; `has_size`: a change has its word though it may be smaller. The
    chance is that at the strictest level of Holm's adjustment for `family` candidates.
    """
    trials = np.zeros(len(e.mean), dtype=np.int64)
    alpha = ALPHA / max(family, 1)
    agreeing = selection & (e.sd == 0) & (np.abs(e.mean) >= min_effect) & (e.mean != 0)
    # the first number of which enough are in the middle, by the sign test
    enough = int(np.argmax(_EVERY - 2 * cut(_EVERY) >= np.ceil(1 - np.log2(alpha))))
    trials[agreeing] = np.maximum(_EVERY[enough], e.n[agreeing] + 1)
    open_ = np.flatnonzero(selection & (e.sd > 0) & (e.n > 1))
    if len(open_):
        df = np.maximum(e.df[open_] + cut(e.n[open_]) / 2, _FEW)  # of the spread itself: see `freedom`
        wide = e.se[open_] ** 2 * df / (df - 2)
        trials[open_] = _fewest(e.mean[open_], wide, e.sd[open_], e.n[open_], min_effect, alpha, has_size)
    return trials


def _fewest(
    mean: Floats, wide: Floats, sd: Floats, n: Ints, min_effect: float, alpha: float, has_size: bool
) -> Ints:
    """The first of the grid above n at which the chance is large enough, by halving."""
    low = np.searchsorted(_GRID, n, side="right")
    high = np.full(len(n), len(_GRID))
    while np.any(low < high):
        middle = (low + high) // 2
        at = np.minimum(middle, len(_GRID) - 1)
        enough = _chance(mean, wide, sd, at, min_effect, alpha, has_size) >= POWER
        high = np.where((low < high) & enough, middle, high)
        low = np.where((low < high) & ~enough, middle + 1, low)
    return np.where(low < len(_GRID), _GRID[np.minimum(low, len(_GRID) - 1)], 0)


def _chance(
    mean: Floats, wide: Floats, sd: Floats, at: Ints, min_effect: float, alpha: float, has_size: bool
) -> Floats:
    """That a fresh experiment ends in better, worse or same.

    The true change lies around `mean` with the variance `wide`, and its figure with its own variance added.
    """
    se = sd / np.sqrt(_GRID[at])
    half = _quantiles(alpha)[at] * se
    inside = np.maximum(min_effect - half, 0.0)
    beyond = np.maximum(inside if has_size else min_effect, half)
    spread = np.sqrt(wide + se**2)
    outer = special.ndtr((mean - beyond) / spread) + special.ndtr((-mean - beyond) / spread)
    inner = special.ndtr((inside - mean) / spread) - special.ndtr((-inside - mean) / spread)
    return outer + inner


@lru_cache(maxsize=256)
def _quantiles(alpha: float) -> Floats:
    """Of Student's t, for the interval that so many trials give at this level."""
    return special.stdtrit(freedom(_GRID), 1 - alpha / 2)
