"""Whether the rounds that are left may still bring a candidate a word, or it need not be waited for. Pure.

To leave without a word is never a false one, so this may be asked at any interim analysis.
"""

import numpy as np
from scipy import special

from backend.statistics.estimate import Estimate, freedom
from backend.statistics.pairing import Floats

NEGLIGIBLE_CHANCE = 0.05
"""A candidate with less is not waited for. Chosen by simulation (`e2e.bench.calibration.leaving`)."""


def chance_of_word(e: Estimate, most: Floats, min_effect: float, alpha: float | Floats) -> Floats:
    """The chance that each is better, worse or the same after `most` rounds, by what it shows so far.

    The mean of all rounds lies around that of those measured (`e`) by Student's t, by as much as the rounds
    that are missing may move it. alpha: what p has to be below then. NaN without a spread.
    """
    share = np.minimum(e.n / most, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.maximum(e.se * np.sqrt(1 - share), 1e-9 * e.se)
        last_df = np.maximum(freedom(np.rint(most).astype(np.int64)), 1)
        half = special.stdtrit(last_df, 1 - alpha / 2) * e.se * np.sqrt(share)
        inside = np.maximum(min_effect - half, 0.0)

        def below(x: Floats) -> Floats:
            return special.stdtr(e.df, (x - e.mean) / spread)

        return below(-half) + 1 - below(half) + below(inside) - below(-inside)
