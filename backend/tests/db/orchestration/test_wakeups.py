"""Which reports make an experiment look: those that leave it something to do."""

import pytest

from backend import events
from backend.events import get_redis
from backend.execution.orchestration.advance import advance
from backend.task_queue import CONTROL_QUEUE
from backend.tests.db.agents import Farm


def wakes(farm: Farm, purpose: str) -> int:
    """Report the first open job of this purpose; how often its experiment is woken by that."""
    get_redis().delete(CONTROL_QUEUE)
    job = farm.open(purpose)
    assert farm.report(farm.name_of(job.host_id), farm.outcome(job)).json() == {"accepted": True}
    return int(get_redis().llen(CONTROL_QUEUE))  # pyright: ignore[reportArgumentType]


def test_a_trial_is_looked_at_when_its_last_report_has_come(farm: Farm) -> None:
    made = farm.launch(topology="proxied")
    farm.work(made, until="measure")
    assert wakes(farm, "measure") == 1
    advance(made)
    assert wakes(farm, "finish") == 0
    assert wakes(farm, "watch") == 0
    assert wakes(farm, "watch") == 1


def test_a_watch_that_failed_is_looked_at_at_once(farm: Farm) -> None:
    made = farm.launch(topology="proxied")
    farm.work(made, until="measure")
    died = {"code": "nginx_died", "message": "it ended"}
    farm.answers["watch"] = lambda report: report | {"failure": died}
    assert wakes(farm, "watch") == 1


def test_pages_are_told_once_that_a_trial_has_ended_and_the_next_begins(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They ask at once, so that they are answered before the load tool of the next one runs."""
    told_ids: list[str] = []
    monkeypatch.setattr(events, "publish", lambda event: told_ids.append(event.get("experiment_id", "")))
    experiment_id = farm.launch(topology="proxied")
    farm.work(experiment_id, until="measure")
    first = farm.open("measure").id
    told_ids.clear()
    while not any(job.purpose == "measure" and job.id != first for job in farm.open_jobs()):
        farm.step(experiment_id)
    assert told_ids.count(experiment_id) == 1
