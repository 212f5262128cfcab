"""Experiments that may be measured more once: equal runs are called in 5% of them, whatever is added."""

import numpy as np
import pytest
from scipy import special

from backend.statistics.two_stages import FIRST_ALPHA, Stages, limit_at, rounds_for_second, second_limit

FIRST, EXPERIMENTS = 20, 400_000


def called(z: np.ndarray, limit: float) -> np.ndarray:
    return np.abs(z) > -special.ndtri(limit / 2)


@pytest.mark.parametrize("rule", ["worst", "as many again", "few", "many"])
def test_equal_runs_are_called_in_5_percent_however_many_rounds_are_added(rule: str) -> None:
    """`worst`: who has seen the first stage adds as many rounds as make a call the most likely."""
    rng = np.random.default_rng(1)
    z, later = rng.standard_normal((2, EXPERIMENTS))
    bound = -special.ndtri(second_limit() / 2)
    shares = {"worst": np.clip(z**2 / bound**2, 1e-3, 0.999), "as many again": 0.5, "few": 0.95, "many": 0.1}
    share = shares[rule]
    both = share**0.5 * z + (1 - share) ** 0.5 * later
    false = (called(z, limit_at(Stages((FIRST,)))) | called(both, second_limit())).mean()
    assert false < 0.05 + 3 * (0.05 * 0.95 / EXPERIMENTS) ** 0.5
    assert rule != "worst" or false > 0.0492, "nothing of the 5% is given away"


def test_the_second_stage_is_stricter_than_the_first() -> None:
    assert limit_at(Stages((8,))) == FIRST_ALPHA
    assert limit_at(Stages((8, 20))) == limit_at(Stages((8, 9))) == second_limit() < FIRST_ALPHA
    assert limit_at(()) == limit_at((12,)) == 0.05, "experiments without stages keep their level"


def test_more_rounds_are_offered_than_a_fresh_experiment_would_take() -> None:
    assert rounds_for_second(8, 20, 1) > 20
    assert rounds_for_second(8, 3, 1) == 9, "at least one is added"
    assert rounds_for_second(8, 20, 12) < rounds_for_second(8, 20, 1) * 1.5
