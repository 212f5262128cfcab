"""Rounds that simulated measurements of a bisect take until they are decided. Pure."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from backend.statistics.estimate import counting_analyses, estimate_pairs, half_width
from backend.statistics.group_sequential import limit
from backend.statistics.holm import holm
from backend.statistics.leaving import NEGLIGIBLE_CHANCE, chance_of_word
from backend.statistics.pairing import Floats, Ints
from backend.statistics.promise import Design
from backend.statistics.rules import RULES_2
from backend.statistics.verdict import judge

DRAWS, SEED = 300, 20261126


class Measured(NamedTuple):
    """Code into VERDICTS, change and last round, by simulated measurement and candidate."""

    verdict: Ints
    change: Floats
    last_round: Ints


def measure_until_decided(ratios: Floats, design: Design) -> Measured:
    """Judge log ratios (measurements, candidates, rounds) at every analysis, as experiments are judged.

    A candidate is measured no further once it has a verdict, or hardly will.
    """
    shape = ratios.shape[:2]
    max_rounds, level = design.at[-1], limit(design.at)
    verdict, change, last_round = np.zeros(shape, dtype=np.int64), np.zeros(shape), np.full(shape, max_rounds)
    is_open = np.ones(shape, dtype=bool)
    for rounds in design.at:
        e = counting_analyses(estimate_pairs(ratios[:, :, :rounds]), level)
        p = np.apply_along_axis(holm, 1, e.p, design.family)
        alpha = level / design.family
        codes = judge(e, p, design.min_effect, half_width(e.se, e.df, alpha), "higher", RULES_2)
        chance = chance_of_word(e, np.full(shape, float(max_rounds)), design.min_effect, alpha)
        leaves = is_open & ((codes != 0) | (chance < NEGLIGIBLE_CHANCE) | (rounds == max_rounds))
        verdict[leaves], change[leaves], last_round[leaves] = codes[leaves], e.mean[leaves], rounds
        is_open &= ~leaves
    return Measured(verdict, change, last_round)


@lru_cache(maxsize=64)
def average_rounds(sd: float, change: float, design: Design) -> int:
    """Average rounds of a measurement whose middle is like one end and differs by `change` from the other.

    sd  standard deviation of a round's log ratio
    """
    rng = np.random.default_rng(SEED)
    x = sd / 2**0.5 * rng.standard_normal((DRAWS, 3, design.at[-1]))
    x[:, 2] += np.log1p(change)
    outcome = measure_until_decided(x[:, 1:] - x[:, :1], design)
    return round(float(outcome.last_round.max(axis=1).mean()))
