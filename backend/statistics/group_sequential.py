"""Interim analyses of an experiment, and how small p has to be at each. Pure.

Whoever looks several times and stops at the first p below 5% calls equal runs different far more often.
With the same smaller limit at every analysis (Pocock), any false call among all analyses stays at 5%.
"""

from functools import lru_cache

import numpy as np
import scipy
from scipy import special

from backend.statistics.estimate import ALPHA

NODES = 128  # of each integral: the limits agree with those of 64 to 1e-9
MAX_ANALYSES = 30
OF_T = 0.85
"""Of the 5%, because the spread is not known: t of few, trimmed trials falls below a small p more often than
the integral says. With this share simulated experiments call equal runs in 4 to 5%, whatever the analyses."""


def analysis_rounds(least: int, most: int) -> tuple[int, ...]:
    """Rounds of the interim analyses: each half as many again as the one before, and the last.

    8 and 40: (8, 12, 18, 27, 40). `least` at least 2.
    """
    sizes = [least]
    while sizes[-1] * 3 // 2 < most and len(sizes) < MAX_ANALYSES:
        sizes.append(sizes[-1] * 3 // 2)
    return (*sizes, most) if sizes[-1] < most else (most,)


@lru_cache(maxsize=256)
def limit(at: tuple[int, ...]) -> float:
    """What p has to be below at each analysis, so that equal runs are called at any of them in 5% at most.

    `at`: rounds at each analysis, growing. One analysis, or none for a fixed number, needs no smaller limit.
    """
    return ALPHA if len(at) < 2 else pocock(at, ALPHA * OF_T)


def pocock(at: tuple[int, ...], alpha: float) -> float:
    """The limit for means of normal noise whose spread is known."""
    few, many = (float(special.ndtri(1 - alpha / 2 / n)) for n in (1, len(at)))
    bound = scipy.optimize.root_scalar(
        lambda z: _crossing_probability(z, at) - alpha, bracket=(few, many), xtol=1e-10
    ).root
    return float(2 * special.ndtr(-bound))


def _crossing_probability(z: float, at: tuple[int, ...]) -> float:
    """The chance that the mean of equal runs is ever z standard errors from 0, by integrating from one
    analysis to the next over the sums that were not (Armitage, McPherson and Rowe 1969)."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    edge = z * np.sqrt(np.asarray(at, dtype=np.float64))
    sums, mass = edge[0] * nodes, edge[0] * weights
    density = _normal(sums, at[0])
    for i in range(1, len(at)):
        on = edge[i] * nodes
        density = _normal(on[:, None] - sums, at[i] - at[i - 1]) @ (density * mass)
        sums, mass = on, edge[i] * weights
    return 1 - float(density @ mass)


def _normal(x: np.ndarray, variance: float) -> np.ndarray:
    return np.exp(-(x**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
