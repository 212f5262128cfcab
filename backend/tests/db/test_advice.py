"""Advice in a plan: with the facts of the testbed's hosts and what they measured before."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders


def _advice(client: TestClient, knobs: dict[str, Any]) -> list[dict[str, Any]]:
    definition = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": "1s"}],
        "variants": [{"name": "default"}, {"name": "changed", "set": knobs}],
    }
    answer = client.post("/api/v1/plans", json={"definition": definition})
    assert answer.status_code == 200, answer.text
    assert answer.json()["errors"] == []
    return answer.json()["advice"]


def test_a_plan_brings_advice_that_knows_the_hosts(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, cpus=2, online_cpus="0-1", nofile=1024)
    session.commit()
    (found,) = _advice(client, {"nginx.worker_connections": 65535})
    assert found["code"] == "worker_connections_above_nofile"
    assert (found["severity"], found["variant"]) == ("warning", "changed")
    assert found["place"] == "variants[1].set.nginx.worker_connections"
    assert "1024" in found["text"]
    assert _advice(client, {"nginx.worker_connections": 1000}) == []
