"""`/readyz` is false while requests fail, or no thread can be started for them."""

import asyncio
from typing import Any

import pytest
from anyio._backends._asyncio import WorkerThread
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from backend.errors import NoSpace
from backend.health import watch
from backend.http.recent_answers import Counts
from backend.tests.db.moments import all_well


@pytest.fixture
def well(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("backend.health.routes.check_schema", lambda _: None)
    all_well(client)
    return client


def patient(client: TestClient) -> TestClient:
    """The same client, which gets the answer instead of what the server raises."""
    options = {"base_url": str(client.base_url), "headers": client.headers}
    return TestClient(client.app, raise_server_exceptions=False, **options)  # pyright: ignore[reportArgumentType]


def fail_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every list of hosts fails."""

    def fail(*_: object) -> Any:
        raise error

    monkeypatch.setattr("backend.hosts.service.list_hosts", fail)


def counts(client: TestClient) -> Counts:
    state: Any = client.app
    return state.state.answers.last_minute()


def codes(client: TestClient) -> list[str]:
    return [trouble["code"] for trouble in client.get("/api/v1/health").json()["troubles"]]


@pytest.mark.parametrize(
    ("error", "status"),
    [(ValueError("a fault"), 500), (OperationalError("select", {}, Exception("the server went away")), 503)],
)
def test_a_rate_of_failures_is_a_trouble(
    well: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    fail_with(error, monkeypatch)
    assert [patient(well).get("/api/v1/hosts").status_code for _ in range(3)] == [status] * 3
    assert codes(well) == ["requests_fail"]
    for _ in range(5):  # asking for it is no failure
        assert well.get("/readyz").status_code == 503
    assert "3 of " in well.get("/readyz").json()["detail"]
    assert counts(well).failures == 3


def test_refusals_and_a_full_disk_are_no_failures(well: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(NoSpace("full"), monkeypatch)
    assert [well.get("/api/v1/hosts").status_code for _ in range(3)] == [507] * 3
    monkeypatch.setattr("backend.http.concurrency_limit._Queue.enter", _refuse)
    assert [well.get("/api/v1/experiments").status_code for _ in range(3)] == [503] * 3
    assert counts(well).failures == 0
    monkeypatch.undo()


async def _refuse(queue: Any) -> None:
    raise queue._busy()


def test_without_threads_requests_are_refused_with_a_time_and_it_is_a_trouble(
    well: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: WorkerThread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as without_threads:
        without_threads.setattr(WorkerThread, "start", refuse)
        for path in ("/api/v1/hosts", "/readyz", "/api/v1/no-such-path"):
            answer = patient(well).get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "no_threads"), path
            assert answer.headers["Retry-After"] == "5"
    assert codes(well) == ["no_threads"]
    answer = well.get("/readyz")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "lets the API start no more threads" in answer.json()["detail"]
    assert counts(well).failures == 0


class EnoughLooks(Exception):
    """Ends the watch."""


def test_looks_go_on_after_one_without_a_thread(well: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    async def in_threads(_: Any) -> float:
        looks.append("look")
        raise RuntimeError("can't start new thread") if len(looks) < 3 else EnoughLooks

    monkeypatch.setattr(watch, "run_in_threadpool", in_threads)
    monkeypatch.setattr(watch, "EVERY_S", 0)
    with pytest.raises(EnoughLooks):
        asyncio.run(watch._watch(well.app, None))  # pyright: ignore[reportArgumentType]
    assert counts(well).refusals == 2
