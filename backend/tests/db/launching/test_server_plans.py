"""What a plan says of its servers: how often they start, what a kept start hides, whether ports will do."""

from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.execution.launching.noise import between_starts_of
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.tests.db import builders

SMALL = {"cpus": 2, "online_cpus": "0-1", "nofile": 1024}
BETWEEN, WITHIN = 0.03, 0.01


def plan(client: TestClient, **changes: Any) -> dict[str, Any]:
    definition = {
        "name": "Workers",
        "workloads": [{"name": "short", "tool": "wrk", "threads": 1, "connections": 16, "duration": "2s"}],
        "trials": 12,
        "variants": [{"name": "one"}, {"name": "two", "set": {"nginx.worker_processes": 2}}],
    }
    answer = client.post("/api/v1/plans", json={"definition": definition | changes})
    assert answer.status_code == 200, answer.text
    return answer.json()


def measured(session: Session, bed: Testbed, per_start: int) -> None:
    """Six equal runs × 20 rounds; each start of a server has a luck of its own."""
    rng = np.random.default_rng(11)
    made = builders.experiment(session, bed, definition={"servers": {"every": per_start}})
    for position in range(6):
        run = builders.run(session, made, position, f"v{position}", is_baseline=not position)
        luck = np.repeat(rng.normal(0, BETWEEN, 20 // per_start + 1), per_start)
        for number in range(20):
            rate = 1000 * float(np.exp(luck[number] + rng.normal(0, WITHIN)))
            start = number // per_start + 1
            builders.trial(session, run, number + 1, {"requests_per_s": rate}, start=start)
    session.flush()


def test_a_testbed_keeps_how_much_starts_differ_and_a_plan_with_one_start_counts_it(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session, **SMALL)
    measured(session, bed, 4)
    session.commit()
    known = between_starts_of(session, bed.id)
    assert known == pytest.approx(BETWEEN, rel=0.3)
    fresh, once = plan(client), plan(client, servers={"fresh": "once"})
    assert fresh["noise"]["between_starts"] == known
    assert once["smallest_effect"] > fresh["smallest_effect"]
    assert once["seconds"] < fresh["seconds"]
    assert fresh["servers"].startswith("New servers for each round: 12 starts of each run, ")
    assert "Starts differ by about" in once["servers"]
    assert "may be luck, however many rounds there are" in once["servers"]
    many = plan(client, servers={"fresh": "once"}, trials=1000)
    assert many["smallest_effect"] > 0.05, "more rounds do not take the luck of one start out"


def test_where_starts_cannot_be_told_from_trials_it_is_not_known(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session, **SMALL)
    measured(session, bed, 1)
    session.commit()
    assert between_starts_of(session, bed.id) is None
    once = plan(client, servers={"fresh": "once"})
    assert once["servers"].endswith("How much starts differ here is not known yet.")


def test_a_kept_start_is_advised_against(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, **SMALL)
    session.commit()
    assert "one_start" not in [a["code"] for a in plan(client)["advice"]]
    found = next(a for a in plan(client, servers={"fresh": "once"})["advice"] if a["code"] == "one_start")
    assert found["place"] == "servers"


def test_a_plan_that_needs_more_ports_than_its_host_has_is_refused(
    session: Session, client: TestClient
) -> None:
    builders.a_testbed(session, **SMALL)
    host = session.scalars(select(Host).where(Host.name.endswith("backend"))).one()
    host.ports = [21000, 21004]
    session.commit()
    assert plan(client, set={"origin.instances": 1})["errors"] == []
    (problem,) = plan(client, set={"origin.instances": 2})["errors"]
    assert problem["place"] == "testbed.backend"
    assert "6 servers at once and has 5 ports" in problem["message"]
