"""How many trials show how small a change: 80% power at 5%, noncentral t (R: power.t.test, strict=FALSE)."""

from functools import lru_cache

import numpy as np
from scipy import special

from backend.statistics.estimate import ALPHA
from backend.statistics.pairing import Floats

POWER = 0.8
MOST_TRIALS = 1000  # more than this is not useful advice
_STEP = 1e-4


def round_sd(cv: float, repeated: bool = False) -> float:
    """Standard deviation of the log ratio of one round, from the coefficient of variation of one trial.

    A ratio has the noise of two trials; against the mean of two baselines, that of one and a half.
    """
    return cv * (1.5 if repeated else 2.0) ** 0.5


def smallest_effect(sd: float, trials: int) -> float | None:
    """The smallest change (0.05 = 5%) that `trials` rounds show in 80% of experiments; None below two.

    `sd` is the standard deviation of the log ratio of one round. Where only the coefficient of variation
    of single trials is known, it is `round_sd` of that if rounds share no drift, and less if they do.
    """
    if trials < 2 or not np.isfinite(sd) or sd < 0:
        return None
    if trials <= MOST_TRIALS:
        ratio = float(_ratios(ALPHA)[trials - 2])
    else:
        ratio = float(special.ndtri(1 - ALPHA / 2) + special.ndtri(POWER)) / trials**0.5
    return float(np.expm1(min(ratio * sd, 700.0)))


def trials_for(sd: float, change: float) -> int | None:
    """The number of rounds that shows `change` (0.05 = 5%, either sign); None if over 1000 or no change."""
    needed = trials_needed(
        np.array([sd]), np.array([abs(np.log1p(change))]) if change > -1 else np.array([0.0])
    )
    return int(needed[0]) or None


def trials_needed(sd: Floats, gap: Floats, alpha: float = ALPHA) -> np.ndarray:
    """Trials per run for which `gap`, on the scale of `sd`, is shown with 80% power; 0 where over 1000.

    Without spread it is the number of agreeing trials whose sign test falls below alpha.
    """
    ratios = _ratios(alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = np.where(gap > 0, gap / sd, 0.0)
    first = np.searchsorted(-ratios, -wanted, side="left") + 2
    first = np.where((first > MOST_TRIALS) | np.isnan(wanted), 0, first)
    return np.where((sd == 0) & (gap > 0), int(np.ceil(1 - np.log2(alpha))), first)


@lru_cache(maxsize=256)
def _ratios(alpha: float) -> Floats:
    """Smallest effect in units of sd for 2, 3, … MOST_TRIALS rounds, falling."""
    n = np.arange(2, MOST_TRIALS + 1)
    critical = special.stdtrit(n - 1, 1 - alpha / 2)
    shift = special.nctdtrinc(n - 1, 1 - POWER, critical)  # good to 1e-6 only
    for _ in range(2):
        beside = [special.nctdtr(n - 1, shift + step, critical) for step in (-_STEP, _STEP)]
        slope = (beside[1] - beside[0]) / (2 * _STEP)
        shift = shift - (special.nctdtr(n - 1, shift, critical) - (1 - POWER)) / slope
    return shift / np.sqrt(n)
