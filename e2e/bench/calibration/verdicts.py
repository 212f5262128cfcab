"""Verdicts of simulated experiments by the product's rule, and the rounds and changes of the worlds."""

import numpy as np

from backend.statistics.estimate import ALPHA, Estimate, half_width
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_VERSION
from backend.statistics.verdict import judge
from e2e.bench.calibration.noise import MIN_EFFECT
from e2e.bench.calibration.worlds import Floats

SEED = 20261122
EXPERIMENTS = 2000
ROUNDS = (8, 12, 20)
EFFECTS = (0.02, 0.03, 0.05)
FALSELY_SAME = 0.03
BETTER, WORSE, SAME = 1, 2, 3


def verdicts(e: Estimate, alpha: float = ALPHA, rules: int = RULES_VERSION) -> tuple[Floats, np.ndarray]:
    """Adjusted p and verdict codes of each experiment (row), by the product's rule.

    alpha  what p has to be below: where results are looked at several times, `e` counts that already
    """
    adjusted = np.apply_along_axis(holm, 1, e.p)
    half = half_width(e.se, e.df, alpha / e.p.shape[1])
    return adjusted, judge(e, adjusted, MIN_EFFECT, half, "higher", rules)
