"""A reading that is sent while somebody looks is shown, stored once with the rest, and costs no statement."""

from typing import Any

import pytest

from backend.database import get_engine
from backend.samples import service
from backend.tests.db.agents import Farm
from backend.tests.db.lists.test_statements import counted


@pytest.fixture
def sent_events(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The events for browsers."""
    events: list[dict[str, Any]] = []
    monkeypatch.setattr(service, "publish", events.append)
    return events


@pytest.fixture
def reading(farm: Farm) -> dict[str, Any]:
    """A live batch of the proxy for the trial that is measured."""
    farm.work(farm.launch(), until="measure")
    job = next(job for job in farm.open_jobs() if job.work.get("watch"))
    assert farm.name_of(job.host_id) == "proxy"
    series = {f"nginx.{job.work['watch'][0]}.requests_per_s": [5.0]}
    at = int(job.created_at.timestamp())
    return {"trial_id": job.trial_id, "seq": 0, "is_live": True, "times": [at], "series": series}


def _stored() -> int:
    with get_engine().connect() as connection:
        return connection.exec_driver_sql("select count(*) from sample_series").scalar_one()


def _post(farm: Farm, body: dict[str, Any], host: str = "proxy") -> int:
    return farm.post("samples", body, farm.tokens[host]).status_code


def test_readings_that_are_shown_ask_the_database_for_the_trial_once(
    farm: Farm, sent_events: list[dict[str, Any]], reading: dict[str, Any]
) -> None:
    assert _post(farm, reading) == 204
    with counted() as statements:
        assert [_post(farm, reading) for _ in range(5)] == [204] * 5
    assert statements == []
    assert [event["requests_per_s"] for event in sent_events] == [5.0] * 6
    assert _stored() == 0


def test_what_is_stored_at_the_end_is_not_shown_again(
    farm: Farm, sent_events: list[dict[str, Any]], reading: dict[str, Any]
) -> None:
    [name] = reading["series"]
    at = reading["times"][0]
    rest = reading | {"is_live": False, "times": [at, at + 1], "series": {name: [5.0, 6.0]}}
    assert _post(farm, rest) == 204
    assert (sent_events, _stored()) == ([], 1)


def test_an_agent_that_stores_each_reading_at_once_is_shown_too(
    farm: Farm, sent_events: list[dict[str, Any]], reading: dict[str, Any]
) -> None:
    del reading["is_live"]
    assert _post(farm, reading) == 204
    assert (len(sent_events), _stored()) == (1, 1)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"trial_id": "nothing"}, 404),
        ({"times": [1]}, 422),
        ({"series": {"nginx.other.requests_per_s": [5.0]}}, 422),
        ({"series": {"cpu.0": [1e300]}}, 422),
    ],
    ids=["no such trial", "another time", "another run's server", "beyond a float"],
)
def test_a_reading_that_could_not_be_stored_is_not_shown(
    farm: Farm,
    sent_events: list[dict[str, Any]],
    reading: dict[str, Any],
    changes: dict[str, Any],
    status: int,
) -> None:
    assert [_post(farm, reading | changes) for _ in range(2)] == [status] * 2
    assert sent_events == []


def test_nobody_shows_readings_with_a_credential_that_is_not_known(
    farm: Farm, sent_events: list[dict[str, Any]], reading: dict[str, Any]
) -> None:
    assert _post(farm, reading) == 204
    sent_events.clear()
    assert farm.post("samples", reading, "dyno-agent-of-nobody").status_code == 401
    assert sent_events == []
