"""What reaches into a host needs a right of its own, wherever a definition comes from."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.tests.db.agents import Farm
from backend.tests.db.identity.people import person

YAML = """
name: "reaches"
workloads: [{tool: wrk, connections: 8, duration: 5s}]
variants:
  - name: a
  - name: b
    set: {KNOB}
"""
REACHES = YAML.replace("KNOB", "sysctl.net.core.somaxconn: 1024")
STAYS = YAML.replace("KNOB", "nginx.worker_processes: 2")


def asked(visitor: TestClient, path: str, yaml: str) -> tuple[int, list[str]]:
    body = {"title": "Mine", "yaml": yaml} if path == "recipes" else {"yaml": yaml}
    answer = visitor.post(f"/api/v1/{path}", json=body)
    errors: list[dict[str, Any]] = answer.json().get("errors") or []
    return answer.status_code, [e["place"] for e in errors if "right “hosts”" in e["message"]]


@pytest.mark.parametrize("path", ["plans", "checks", "experiments", "recipes"])
def test_without_the_right_the_field_is_named(
    app: TestClient, session: Session, farm: Farm, path: str
) -> None:
    operator = person(app, session, Role.OPERATOR)
    status, places = asked(operator, path, REACHES)
    assert places == ["variants[1].set.sysctl.net.core.somaxconn"]
    assert status == (200 if path == "plans" else 422)
    assert asked(operator, path, STAYS)[1] == []


@pytest.mark.parametrize("path", ["plans", "experiments", "recipes"])
def test_with_the_right_it_is_no_question(app: TestClient, session: Session, farm: Farm, path: str) -> None:
    assert asked(person(app, session, Role.OPERATOR, hosts=True), path, REACHES)[1] == []


def test_the_right_is_for_operators(app: TestClient, session: Session) -> None:
    """A viewer to whom it was left launches nothing."""
    viewer = person(app, session, Role.VIEWER, hosts=True)
    assert viewer.post("/api/v1/testbeds", json={}).status_code == 403
    assert viewer.get("/api/v1/me").json()["can_reach_hosts"] is False
