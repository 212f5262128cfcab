"""The beat of the sweep goes by the time that passes, whatever the system's clock is set to."""

import time

import pytest

from worker.beat import SWEEP_EVERY_S, app


def test_the_sweep_is_due_by_time_that_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    beat = app.conf.beat_schedule["sweep"]["schedule"]
    ran, now = beat.now(), time.monotonic()
    assert not beat.is_due(ran).is_due
    monkeypatch.setattr(time, "monotonic", lambda: now + SWEEP_EVERY_S + 1)
    assert beat.is_due(ran).is_due
