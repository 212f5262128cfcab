"""Tails: whether a few rounds lie so far out that a typical round does not tell the mean. Pure.

A trimmed middle hides stalls that belong to the candidate: with 5% of its trials at 60% of their speed, the
95% interval of a typical round holds the change of the mean in half of the experiments. No test of ranks can
speak on one round in twenty, so the test is of size: how far a round lies from the median, in median absolute
deviations, which a third of stalled rounds does not move.
"""

from collections.abc import Sequence

import numpy as np

from backend.statistics.estimate import MIN_TRIMMED

MAD_OF_NORMAL = 1.4826
MIN_FAR, MORE_OF_FEW = 4.0, 32.0
"""Of n normal rounds any lies farther than 4 + 32/n spreads in about 1% of candidates: 5 candidates, 5%."""


def far_rounds(pairs: Sequence[tuple[int, float]]) -> tuple[float, tuple[int, ...]] | None:
    """Change by the mean of all rounds, and the rounds that make it differ; None where none is far.

    pairs  (round, change) of each round: 0.1 is +10%. Only what is trimmed can hide stalls
    """
    if len(pairs) < MIN_TRIMMED:
        return None
    numbers = np.array([number for number, _ in pairs], dtype=np.int64)
    work = np.log1p(np.maximum(np.array([change for _, change in pairs]), -1 + 1e-15))
    distance = np.abs(work - np.median(work))
    spread = MAD_OF_NORMAL * float(np.median(distance))
    far = distance > (MIN_FAR + MORE_OF_FEW / len(work)) * spread
    if not spread or not far.any():
        return None
    return float(np.expm1(work.mean())), tuple(numbers[far].tolist())
