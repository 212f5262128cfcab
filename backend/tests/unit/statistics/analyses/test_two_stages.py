"""Experiments that may be measured more once: equal runs are called in 5% of them, whatever is added."""

import numpy as np
import pytest
from scipy import special

from backend.statistics.delta import Group, deltas_together
from backend.statistics.two_stages import (
    FIRST_ALPHA,
    Stages,
    limit_at,
    rounds_for_second,
    rounds_to_add,
    second_limit,
)

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


def test_a_reason_names_the_rounds_that_can_be_added() -> None:
    """The next step names as many; a second stage needs more trials than a new experiment."""
    noise = np.random.default_rng(3).normal(9, 0.03, (2, 8))
    base, other = (list(enumerate(np.exp(values).tolist())) for values in noise)

    def reason_with(analyses: Stages) -> tuple[str, int]:
        ((found,),) = deltas_together([Group(base, [other])], direction="higher", analyses=analyses, rules=2)
        assert found.trials_needed
        return found.reason, rounds_to_add(8, found.trials_needed, found.family, found.n)

    first, rounds = reason_with(Stages((8,)))
    assert first.endswith(f" About {rounds} more rounds would settle it.")
    second, _ = reason_with(Stages((4, 8)))
    assert " A new experiment with about " in second
