"""Bisects under noise: the change is found, equals stop it. More in e2e/bench/calibration."""

import numpy as np
import pytest

from e2e.bench.calibration.bisecting import FOUND, MAX_WRONG, MIN_STOPPED, WORLDS, figures

BISECTS = 120
ALLOWANCE = 2.5  # standard errors of a share among so many

pytestmark = pytest.mark.slow


def allowance(share: float) -> float:
    return ALLOWANCE * (share * (1 - share) / BISECTS) ** 0.5


@pytest.mark.parametrize("world", WORLDS)
def test_a_change_is_found_and_equals_stop_it(world: str) -> None:
    shares = figures(np.random.default_rng(29), BISECTS, WORLDS[world])
    assert shares.wrong <= MAX_WRONG + allowance(MAX_WRONG)
    assert shares.stopped >= MIN_STOPPED - allowance(MIN_STOPPED)
    assert shares.two_wrong <= MAX_WRONG + allowance(MAX_WRONG)
    if world.startswith("noise"):
        assert shares.found >= FOUND - allowance(FOUND)
        assert shares.both >= 0.5
