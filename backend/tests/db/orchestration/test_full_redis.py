"""A Redis that refuses every write because its memory is full: nothing is lost, and no host stays changed."""

import pytest
from redis.exceptions import OutOfMemoryError

from backend.database import after_commit, transaction
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.task_queue import get_celery
from backend.tests.db.agents import Farm, rows
from backend.tests.db.moments import age_by


def full(*_: object, **__: object) -> None:
    raise OutOfMemoryError("command not allowed when used memory > 'maxmemory'.")


def test_a_host_is_restored_once_redis_takes_jobs_again(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    made = farm.launch(trials=1)
    with monkeypatch.context() as refusing:
        farm.work(made, until="measure")
        farm.client.post(f"/api/v1/experiments/{made}/cancel")
        refusing.setattr(get_celery(), "send_task", full)
        for _ in range(5):  # however often it is tried: what never left does not count as sent
            age_by(7)
            sweep()
            advance(made)
    assert {(j.state, j.sends) for j in farm.open_jobs() if j.purpose == "cancel"} == {("pending", 0)}
    age_by(7)
    sweep()
    assert {(j.state, j.sends) for j in farm.open_jobs() if j.purpose == "cancel"} == {("sent", 1)}
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelled"
    restored = [j for j in rows(made)[1] if j.purpose == "restore"]
    assert [j.state for j in restored] == ["done"] * 3


def test_a_report_is_taken_although_nobody_can_be_woken(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    made = farm.launch(trials=1)
    job = farm.open("prepare_backend")
    with monkeypatch.context() as refusing:
        refusing.setattr(get_celery(), "send_task", full)
        assert farm.report("backend", farm.outcome(job)).json() == {"accepted": True}
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_what_fails_after_a_commit_takes_nothing_else_with_it(farm: Farm) -> None:
    done: list[str] = []

    def broken() -> None:
        raise RuntimeError("not foreseen")

    with transaction() as session:
        after_commit(session, broken)
        after_commit(session, lambda: done.append("the next one"))
    assert done == ["the next one"]


def test_a_changed_host_that_nobody_holds_is_told_so(farm: Farm) -> None:
    """Whatever became of the job that should have restored it: its agent does so by itself."""
    made = farm.launch(trials=1)
    farm.work(made, until="measure")
    assert told(farm, "applied") is True
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert told(farm, "applied") is False
    assert told(farm, "clean") is True


def told(farm: Farm, condition: str) -> bool:
    beat = {"instance": farm.instances["proxy"], "condition": condition}
    return farm.post("heartbeat", beat, farm.tokens["proxy"]).json()["held"]
