"""What is done with notes, recipes, comparisons, runs, passwords, agents and backups is in the audit log."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.access import BEARER
from backend.tests.db import builders
from backend.tests.db.agents import Farm, new_token
from backend.tests.db.audit.test_audit import log
from backend.tests.db.identity.people import account_of, browser_of
from backend.tests.db.import_bodies import article_c
from backend.tests.db.launching.test_own_recipes import YAML
from backend.tests.db.machines import Machine, said, waiting


@pytest.fixture
def ada(client: TestClient, session: Session) -> TestClient:
    found = browser_of(client, session, account_of(session, "ada"))
    found.headers["Host"] = "127.0.0.1"
    return found


def deeds(client: TestClient) -> list[tuple[str, str, str]]:
    """Who did what to what, the oldest first."""
    return [(e["name"], e["act"], e["words"]) for e in reversed(log(client))]


def test_notes_names_runs_and_imports(client: TestClient, session: Session, ada: TestClient) -> None:
    made, runs = builders.article_c(session)
    session.commit()
    url = f"/api/v1/experiments/{made.id}"
    secret = "a text that is nobody's business"
    for body in (
        {"notes": secret, "notes_version": 0},
        {"notes": secret, "notes_version": 0},  # the same again
        {"starred": True},
        {"name": "renamed"},
        {"archived": True},
    ):
        ada.patch(url, json=body).raise_for_status()
    run = next(iter(runs.values()))
    ada.delete(f"/api/v1/runs/{run.id}").raise_for_status()
    ada.delete(url).raise_for_status()
    ada.post("/api/v1/imports", json=article_c() | {"name": "brought"}).raise_for_status()
    assert deeds(client) == [
        ("Ada", "changed", f"notes of {made.name}"),
        ("Ada", "changed", "renamed"),
        ("Ada", "changed", "renamed"),
        ("Ada", "deleted", f"run {run.name}"),
        ("Ada", "deleted", "renamed"),
        ("Ada", "imported", "brought"),
    ]
    assert secret not in client.get("/api/v1/audit/export.json").text


def test_recipes_and_comparisons(client: TestClient, session: Session, ada: TestClient) -> None:
    _, runs = builders.article_c(session)
    session.commit()
    a, b = [run.id for run in runs.values()][:2]
    long_title = "long " * 16  # its name to launch by is longer than ids
    for title in (long_title, "Pool"):
        ada.post("/api/v1/recipes", json={"title": title, "yaml": YAML}).raise_for_status()
    ada.patch("/api/v1/recipes/pool", json={"retired": True}).raise_for_status()
    body = {"name": "two", "state": {"a": a, "b": b}}
    url = f"/api/v1/comparisons/{ada.post('/api/v1/comparisons', json=body).json()['id']}"
    ada.patch(url, json={"name": "pair"}).raise_for_status()
    ada.patch(url, json={"name": "pair"}).raise_for_status()  # changes nothing
    ada.delete(url).raise_for_status()
    assert deeds(client) == [
        ("Ada", "saved", f"recipe {long_title.strip()}"),
        ("Ada", "saved", "recipe Pool"),
        ("Ada", "changed", "recipe Pool"),
        ("Ada", "saved", "comparison two"),
        ("Ada", "changed", "comparison pair"),
        ("Ada", "deleted", "comparison pair"),
    ]
    assert [e["words"] for e in log(client, act="saved")][:2] == ["comparison two", "recipe Pool"]
    export = client.get("/api/v1/audit/export.csv", params={"act": "saved"}, headers=BEARER)
    assert export.text.count("\n") == 4


def test_testbeds(client: TestClient, session: Session) -> None:
    bed = builders.a_testbed(session)
    session.commit()
    url, version = f"/api/v1/testbeds/{bed.id}", bed.version
    client.patch(url, json={"name": "rack", "version": version}).raise_for_status()
    client.patch(url, json={"retired": True}).raise_for_status()
    assert [(e["act"], e["subject"], e["words"], e["details"]) for e in reversed(log(client))] == [
        ("changed", bed.id, "testbed rack", {"name": "rack"}),
        ("changed", bed.id, "testbed rack", {"retired": True}),
    ]


def test_passwords_and_tokens(client: TestClient, ada: TestClient) -> None:
    ada.put("/api/v1/me/password", json={"new": "correct horse battery"}).raise_for_status()
    made = ada.post("/api/v1/me/tokens", json={"name": "ci"}).json()
    ada.delete(f"/api/v1/me/tokens/{made['id']}").raise_for_status()
    enrolment = client.post("/api/v1/enrolment-tokens", json={}).json()
    client.delete(f"/api/v1/enrolment-tokens/{enrolment['id']}").raise_for_status()
    token = "the dashboard's token"
    assert deeds(client) == [
        ("Ada", "password changed", "ada"),
        ("Ada", "token made", "ci"),
        ("Ada", "removed", "API token ci"),
        (token, "enrolled", "token for new hosts"),
        (token, "removed", "enrolment token"),
    ]
    assert "correct horse" not in client.get("/api/v1/audit/export.json").text


def test_agents_that_are_let_in_and_refused(client: TestClient, farm: Farm) -> None:
    for answer in ("refuse", "approve"):
        said(Machine(farm).asks("proxy", new_token()), 202)  # there is a host of that name
        (asked,) = waiting(farm)
        client.post(f"/api/v1/waiting-agents/{asked['id']}/{answer}").raise_for_status()
    assert [(e["act"], e["words"]) for e in log(client)[:2]] == [
        ("enrolled", "agent proxy, which waited"),
        ("refused", "agent proxy, which waited"),
    ]
