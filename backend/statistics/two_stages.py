"""Levels of p in an experiment that may be measured more, once, after its end. Pure.

The first stage spends most of the 5%. The second one has what is left, whatever number of rounds somebody
chooses who has seen the first: the chance that equal runs are called there is counted at the worst number
(Proschan and Hunsberger 1995).
"""

from collections.abc import Sequence
from functools import cache
from math import ceil

import numpy as np
import scipy
from scipy import special

from backend.statistics.estimate import ALPHA
from backend.statistics.group_sequential import NODES, limit
from backend.statistics.pairing import Floats

FIRST_ALPHA = 0.045
"""A larger rest would cost the first stage a round: one of six that is 5% better takes as many as at 5%."""
POWER = 0.8
_SHARES: Floats = np.linspace(0, 0.999, 1_000)  # of the first stage in all rounds


class Stages(tuple[int, ...]):
    """Rounds at the end of each stage that was measured: one, or two."""

    __slots__ = ()


def limit_at(analyses: Sequence[int]) -> float:
    """Level of p, for stages or for planned interim analyses."""
    if isinstance(analyses, Stages):
        return FIRST_ALPHA if len(analyses) == 1 else second_limit()
    return limit(tuple(analyses))


@cache
def second_limit() -> float:
    """The limit of p that counts the rounds of both stages, however many were added."""
    return float(
        scipy.optimize.root_scalar(
            lambda p: _false_call_chance(p) - ALPHA, bracket=(1e-6, FIRST_ALPHA), xtol=1e-10
        ).root
    )


def _false_call_chance(second: float) -> float:
    """The chance that equal runs are called in either stage, their means being normal.

    After a first stage at z the number of rounds is the one with which the second is the likeliest to call.
    """
    first_bound, bound = (float(-special.ndtri(p / 2)) for p in (FIRST_ALPHA, second))
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    z: Floats = first_bound * (nodes + 1) / 2
    density = np.exp(-(z**2) / 2) / (2 * np.pi) ** 0.5
    so_far, missing = _SHARES**0.5 * z[:, None], (1 - _SHARES) ** 0.5
    chances = special.ndtr((so_far - bound) / missing) + special.ndtr((-so_far - bound) / missing)
    return FIRST_ALPHA + first_bound * float(weights @ (density * chances.max(axis=1)))


def rounds_for_second(rounds: int, usual_rounds: int, family: int) -> int:
    """All rounds that a second stage needs where a fresh experiment would settle it with `usual_rounds`.

    `rounds` were measured. The smaller limit costs as much as normal means say, at 80% power.
    """
    strict, usual = (
        float(special.ndtri(POWER) - special.ndtri(p / max(family, 1) / 2)) for p in (second_limit(), ALPHA)
    )
    return max(int(np.ceil(usual_rounds * (strict / usual) ** 2)), rounds + 1)


def rounds_to_add(rounds: int, usual_rounds: int, family: int, usable: int) -> int:
    """Rounds of a second stage after `rounds`, of which as large a share is usable as of these."""
    return max(ceil(rounds_for_second(usable, usual_rounds, family) * rounds / usable) - rounds, 1)
