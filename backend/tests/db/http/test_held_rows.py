"""Rows that somebody keeps for long: people are told to come back, agents and other experiments go on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest
import redis
from sqlalchemy import text

from agents.contract.heartbeat import Heartbeat
from backend import liveness
from backend.database import get_engine, transaction
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.records import hosts_queries
from backend.settings import get_settings
from backend.tests.access import BEARER
from backend.tests.db.agents import Farm
from backend.tests.db.moments import age_by, api_up_for
from backend.tests.db.orchestration.fleets import launch


@contextmanager
def held(statement: str) -> Iterator[None]:
    """Somebody's transaction that has done this, and does not end."""
    with get_engine().connect() as connection:
        connection.execute(text(statement))
        yield
        connection.rollback()


def test_people_who_wait_for_a_locked_table_are_told_so_and_take_nothing_from_agents(
    farm: Farm, server: str
) -> None:
    beat = Heartbeat(instance="first").model_dump(mode="json")
    known = {"Authorization": f"Bearer {farm.tokens['load']}"}
    pages = ["/api/v1/experiments?limit=5", *["/api/v1/experiments/x"] * 6, "/api/v1/experiments/x/deltas"]

    def read(page: str) -> httpx.Response:
        return httpx.get(f"{server}{page}", headers=BEARER, trust_env=False, timeout=100)

    with held("LOCK TABLE experiments IN ACCESS EXCLUSIVE MODE"), ThreadPoolExecutor(len(pages)) as people:
        answers = [people.submit(read, page) for page in pages]
        while not all(answer.done() for answer in answers):
            said = httpx.post(
                f"{server}/api/v1/agent/heartbeat", json=beat, headers=known, trust_env=False, timeout=100
            )
            assert said.status_code == 200, said.text
            assert httpx.get(f"{server}/healthz", trust_env=False, timeout=100).status_code == 200
    for answer in answers:
        found = answer.result()
        assert (found.status_code, found.headers["retry-after"]) == (503, "5")
        assert found.json()["code"] == "busy"
    assert httpx.get(f"{server}/api/v1/experiments", headers=BEARER, trust_env=False).status_code == 200


def test_an_experiment_whose_row_is_kept_is_left_to_the_sweep(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    with held("SELECT 1 FROM experiments FOR UPDATE"):
        advance(made)  # returns: it keeps no thread of the worker
        sweep()
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_a_host_that_is_heard_right_now_is_not_silent_and_others_still_are(farm: Farm) -> None:
    age_by(get_settings().host_silent_after_s + 1, "load", "proxy")
    api_up_for(60)
    with held("SELECT 1 FROM hosts WHERE name = 'load' FOR UPDATE"):
        sweep()
    with get_engine().connect() as connection:
        found = dict(connection.execute(text("SELECT name, online FROM hosts")).all())
    assert found == {"load": True, "proxy": False, "backend": True}


def test_a_host_that_is_changed_right_now_keeps_no_experiment_from_beginning(farm: Farm) -> None:
    """Who changes it may wait for the lock of the line, which who begins has."""
    made = launch(farm, "queued")
    with transaction() as session:
        assert hosts_queries.host(session, farm.ids["load"], lock=True)
        advance(made)
        assert farm.experiment(made)["state"] == "running"


def test_hosts_count_as_heard_anew_after_the_api_was_slow(farm: Farm, redis_url: str) -> None:
    def hears(took_s: float) -> float | None:
        liveness.tell(client, took_s)
        return liveness.api_hears_since()

    with redis.Redis.from_url(redis_url) as client:
        first, same, anew, still = map(hears, (0.01, 0.5, liveness.SLOW_S + 1, 0.01))
    assert first == same
    assert first is not None
    assert anew is not None
    assert first < anew == still


@pytest.mark.parametrize("slow", [True, False])
def test_a_slow_api_loses_no_host(farm: Farm, slow: bool) -> None:
    age_by(get_settings().host_silent_after_s + 1, "load")
    api_up_for(0 if slow else 60)
    sweep()
    with get_engine().connect() as connection:
        assert connection.scalar(text("SELECT online FROM hosts WHERE name = 'load'")) is slow
