"""The control plane's clock is set while an experiment runs: nobody is silent or late because of that."""

import time

import pytest

from agents.catalog.roles import ROLES
from backend.execution.orchestration import set_clock
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.liveness import api_hears_since
from backend.tests.db.agents import Farm
from backend.tests.db.moments import age_by, api_up_for

HOUR = 3600


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_costs_no_trial(farm: Farm, monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    made = farm.launch(trials=1)
    farm.work(made, until="measure")
    age_by(step, *ROLES)  # as seen from the new time
    api_up_for(HOUR + 60 + step)
    real = time.time
    with monkeypatch.context() as before:
        before.setattr(time, "time", lambda: real() - step)
        set_clock.clock.was_set()
    sweep()
    advance(made)
    assert farm.open("measure").state == "sent"
    assert all(h["online"] for h in farm.client.get("/api/v1/hosts").json())
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert {t["state"] for t in farm.trials(made)} == {"done"}


def test_silence_counts_again_after_the_clock_was_set_back(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An API that is up since the future would excuse every host for so long."""
    api_up_for(-HOUR)
    real = time.time
    with monkeypatch.context() as before:
        before.setattr(time, "time", lambda: real() + HOUR)
        set_clock.clock.was_set()
    sweep()
    up_since = api_hears_since()
    assert up_since
    assert up_since <= real()
