"""The audit log has what people did, is read by admins alone, and cannot be changed."""

import csv
import hashlib
import io
from typing import Any

import pytest
import sqlalchemy
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from backend.cli.migrate import upgrade
from backend.identity.principal import Role
from backend.tests.access import BEARER
from backend.tests.db.agents import Farm
from backend.tests.db.identity.people import account_of, browser, browser_of, person
from backend.tests.db.identity.test_people import JOINS, code, invited

TEXT = "add_header X-A b;"
YAML = f"""
name: "audited"
workloads: [{{tool: wrk, connections: 8, duration: 5s}}]
variants:
  - name: a
  - name: b
    set: {{nginx.server_extra: "{TEXT}", sysctl.net.core.somaxconn: 1024}}
"""


def log(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    answer = client.get("/api/v1/audit", params=asked, headers=BEARER)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_launch_is_kept_with_digests_of_its_texts(client: TestClient, session: Session, farm: Farm) -> None:
    launched = client.post("/api/v1/experiments", json={"yaml": YAML})
    assert launched.status_code == 201, launched.text
    made = launched.json()["id"]
    (entry,) = log(client, act="launched")
    assert (entry["subject"], entry["words"], entry["name"]) == (made, "audited", "the dashboard's token")
    assert entry["details"]["reaches"] == {
        "variants[1].set.nginx.server_extra": hashlib.sha256(f"{TEXT}\n".encode()).hexdigest(),
        "variants[1].set.sysctl.net.core.somaxconn": 1024,
    }
    for _ in range(2):  # the second one changes nothing
        client.post(f"/api/v1/experiments/{made}/cancel").raise_for_status()
    assert [e["act"] for e in log(client)[:2]] == ["cancelled", "launched"]


def test_failed_sign_ins_are_kept_without_what_was_typed(client: TestClient, session: Session) -> None:
    account_of(session, "ada")
    for body in (
        {"login": "ada", "password": "wrong"},
        {"login": "my secret password", "password": "ada"},
        {"token": "wrong-token"},
        {"code": "wrong-code"},
    ):
        visitor = browser(client, "http://127.0.0.1", "10.0.0.9")
        assert visitor.post("/api/v1/session", json=body).status_code == 401
    entries = log(client, act="failed sign-in")
    assert [e["words"] for e in entries] == ["link", "token", "unknown name", "ada"]
    assert {e["details"]["address"] for e in entries} == {"10.0.0.9"}
    kept = str(session.execute(text("select * from audit")).all())
    assert not [typed for typed in ("secret", "wrong") if typed in kept]


def test_changes_of_people_are_kept_with_who_made_them(client: TestClient, session: Session) -> None:
    ada = account_of(session, "ada", Role.ADMIN)
    admin = browser_of(client, session, ada)
    admin.headers["Host"] = "127.0.0.1"
    joined = browser(client, "http://127.0.0.1").post(
        "/api/v1/join", json=JOINS | {"code": code(invited(admin))}
    )
    assert joined.status_code == 201
    bob = session.scalar(text("select id from accounts where login = 'bob'"))
    admin.patch(f"/api/v1/accounts/{bob}", json={"role": "viewer"}).raise_for_status()
    by_ada = log(client, account_id=ada.id)
    assert [(e["act"], e["words"]) for e in by_ada] == [("rights changed", "bob"), ("invited", "Bob")]
    assert by_ada[0]["details"] == {"role": "viewer"}


def test_what_did_not_happen_is_not_kept(client: TestClient, session: Session) -> None:
    ada = account_of(session, "ada", Role.ADMIN)
    answer = client.patch(f"/api/v1/accounts/{ada.id}", json={"role": "viewer"})
    assert answer.status_code == 409
    assert log(client) == []


def test_exports_have_the_same_and_no_formulas(client: TestClient, session: Session) -> None:
    client.post("/api/v1/invitations", json={"note": "=HYPERLINK(1)", "role": "viewer"}).raise_for_status()
    rows = list(csv.DictReader(io.StringIO(client.get("/api/v1/audit/export.csv").text)))
    assert rows[0]["words"] == "'=HYPERLINK(1)"
    assert client.get("/api/v1/audit/export.json").json() == log(client)
    assert client.get("/api/v1/audit/export.csv", params={"act": "launched"}).text.count("\n") == 1


@pytest.mark.parametrize("role", [Role.VIEWER, Role.OPERATOR])
def test_only_admins_read_it(client: TestClient, session: Session, role: Role) -> None:
    visitor = person(client, session, role)
    visitor.headers["Host"] = "127.0.0.1"
    assert visitor.get("/api/v1/audit").status_code == 403


def test_the_database_refuses_to_change_it(empty_database: str) -> None:
    upgrade(empty_database)
    engine = sqlalchemy.create_engine(empty_database)
    insert = "insert into audit (name, act, subject, words, details) values ('a', 'b', '', '', '{}')"
    with engine.begin() as connection:
        connection.execute(text(insert))
    for statement in ("update audit set name = 'x'", "delete from audit", "truncate audit"):
        with pytest.raises(DBAPIError, match="only added to"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()
