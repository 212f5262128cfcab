"""Invitations, changes of accounts, and API tokens."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity.invitations import SPENT
from backend.identity.principal import Role
from backend.tests.db.identity.people import OWN_SITE, account_of, browser, browser_of, person

JOINS = {"login": "bob", "name": "Bob", "password": "a long enough one"}


def invited(admin: TestClient, **body: Any) -> str:
    answer = admin.post("/api/v1/invitations", json={"note": "Bob", "role": "operator"} | body)
    assert answer.status_code == 201, answer.text
    return answer.json()["url"]


def code(url: str) -> str:
    return url.partition("#invitation=")[2]


# ---- invitations ---------------------------------------------------------------------------------


def test_an_invitation_makes_one_account_with_its_role(app: TestClient, session: Session) -> None:
    admin = person(app, session, Role.ADMIN, True)
    url = invited(admin, can_reach_hosts=True)
    assert url.startswith(f"{OWN_SITE}/#invitation=")
    visitor = browser(app)
    assert visitor.post("/api/v1/join/check", json={"code": code(url)}).status_code == 204
    assert visitor.post("/api/v1/join", json=JOINS | {"code": code(url)}).status_code == 201
    me = visitor.get("/api/v1/me").json()
    assert (me["login"], me["role"], me["can_reach_hosts"]) == ("bob", "operator", True)
    again = browser(app).post("/api/v1/join", json=JOINS | {"code": code(url), "login": "eve"})
    assert again.status_code == 401
    assert "was used" in again.json()["detail"]
    assert admin.get("/api/v1/invitations").json() == []


@pytest.mark.parametrize("how", ["expired", "withdrawn", "guessed"])
def test_what_is_no_invitation_any_more_makes_nothing(app: TestClient, session: Session, how: str) -> None:
    admin = person(app, session, Role.ADMIN)
    known = code(invited(admin))
    (row,) = admin.get("/api/v1/invitations").json()
    if how == "expired":
        session.execute(text("update invitations set expires_at = now() - interval '1 second'"))
        session.commit()
    if how == "withdrawn":
        assert admin.delete(f"/api/v1/invitations/{row['id']}").status_code == 204
    given = "guessed" if how == "guessed" else known
    refusal = browser(app).post("/api/v1/join/check", json={"code": given})
    assert (refusal.status_code, refusal.json()["detail"]) == (401, SPENT)
    assert browser(app).post("/api/v1/join", json=JOINS | {"code": given}).status_code == 401
    assert session.scalar(text("select count(*) from accounts")) == 1


def test_a_taken_name_does_not_use_the_invitation_up(app: TestClient, session: Session) -> None:
    account_of(session, "bob")
    body = JOINS | {"code": code(invited(person(app, session, Role.ADMIN)))}
    taken = browser(app).post("/api/v1/join", json=body)
    assert (taken.status_code, taken.json()["errors"][0]["place"]) == (422, "login")
    assert (
        browser(app).post("/api/v1/join", json=body | {"login": "bobby", "name": "Bobby"}).status_code == 201
    )


def test_invitations_are_kept_as_hashes_and_listed_without_code(app: TestClient, session: Session) -> None:
    admin = person(app, session, Role.ADMIN)
    secret = code(invited(admin))
    assert secret not in admin.get("/api/v1/invitations").text
    assert secret not in str(session.execute(text("select * from invitations")).all())


def test_hosts_are_not_for_viewers(app: TestClient, session: Session) -> None:
    body = {"note": "x", "role": "viewer", "can_reach_hosts": True}
    assert person(app, session, Role.ADMIN).post("/api/v1/invitations", json=body).status_code == 422


# ---- accounts ------------------------------------------------------------------------------------


def test_a_new_role_counts_at_once(app: TestClient, session: Session) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob", Role.VIEWER)
    visitor = browser_of(app, session, bob)
    assert visitor.post("/api/v1/plans", json={}).status_code == 403
    changed = admin.patch(f"/api/v1/accounts/{bob.id}", json={"role": "operator"})
    assert changed.json()["role"] == "operator"
    assert visitor.post("/api/v1/plans", json={}).status_code == 200


def test_disabling_ends_sessions_and_tokens_and_enabling_brings_none_back(
    app: TestClient, session: Session
) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob")
    visitor = browser_of(app, session, bob)
    token = visitor.post("/api/v1/me/tokens", json={"name": "ci"}).json()["token"]
    program = browser(app)
    program.headers["Authorization"] = f"Bearer {token}"
    admin.patch(f"/api/v1/accounts/{bob.id}", json={"disabled": True}).raise_for_status()
    assert [v.get("/api/v1/hosts").status_code for v in (visitor, program)] == [401, 401]
    admin.patch(f"/api/v1/accounts/{bob.id}", json={"disabled": False}).raise_for_status()
    assert [v.get("/api/v1/hosts").status_code for v in (visitor, program)] == [401, 401]
    assert browser_of(app, session, bob).get("/api/v1/hosts").status_code == 200


@pytest.mark.parametrize("change", [{"role": "operator"}, {"disabled": True}])
def test_the_last_admin_stays(app: TestClient, session: Session, change: dict[str, Any]) -> None:
    ada = account_of(session, "ada", Role.ADMIN)
    admin = browser_of(app, session, ada)
    refused = admin.patch(f"/api/v1/accounts/{ada.id}", json=change)
    assert refused.status_code == 409
    assert "last admin" in refused.json()["detail"]
    assert admin.get("/api/v1/me").json()["role"] == "admin"
    account_of(session, "bob", Role.ADMIN)
    assert admin.patch(f"/api/v1/accounts/{ada.id}", json=change).status_code == 200


# ---- API tokens ----------------------------------------------------------------------------------


def program_of(app: TestClient, visitor: TestClient, **body: Any) -> TestClient:
    answer = visitor.post("/api/v1/me/tokens", json={"name": "ci"} | body)
    assert answer.status_code == 201, answer.text
    found = browser(app)
    found.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    return found


@pytest.mark.parametrize(
    ("role", "hosts", "scope", "acts"),
    [
        (Role.ADMIN, True, "read", ("viewer", False)),
        (Role.ADMIN, True, "operate", ("operator", False)),
        (Role.ADMIN, True, "hosts", ("operator", True)),
        (Role.OPERATOR, False, "operate", ("operator", False)),
        (Role.VIEWER, False, "read", ("viewer", False)),
        (Role.VIEWER, False, "operate", None),
        (Role.OPERATOR, False, "hosts", None),
    ],
)
def test_a_token_may_do_no_more_than_its_person_and_its_scope(
    app: TestClient, session: Session, role: Role, hosts: bool, scope: str, acts: tuple[str, bool] | None
) -> None:
    visitor = person(app, session, role, hosts)
    if acts is None:
        assert visitor.post("/api/v1/me/tokens", json={"name": "ci", "scope": scope}).status_code == 403
        return
    me = program_of(app, visitor, scope=scope).get("/api/v1/me").json()
    assert (me["role"], me["can_reach_hosts"], me["came_from"]) == (*acts, "api_token")


def test_a_token_loses_what_its_person_loses(app: TestClient, session: Session) -> None:
    bob = account_of(session, "bob", Role.OPERATOR)
    program = program_of(app, browser_of(app, session, bob), scope="operate")
    assert program.post("/api/v1/plans", json={}).status_code == 200
    person(app, session, Role.ADMIN).patch(f"/api/v1/accounts/{bob.id}", json={"role": "viewer"})
    assert program.post("/api/v1/plans", json={}).status_code == 403


@pytest.mark.parametrize(
    ("scope", "path", "advice"),
    [
        ("read", "testbeds", "this API token acts as viewer; make one with a wider scope"),
        ("operate", "testbeds", "an API token needs it as its scope"),
        ("hosts", "enrolment-tokens", "no API token has it; sign in in a browser"),
    ],
)
def test_a_token_of_somebody_who_may_do_all_says_what_it_lacks(
    app: TestClient, session: Session, scope: str, path: str, advice: str
) -> None:
    program = program_of(app, person(app, session, Role.ADMIN, True), scope=scope)
    answer = program.post(f"/api/v1/{path}", json={})
    assert answer.status_code == 403
    assert advice in answer.json()["detail"]


def test_a_token_of_a_viewer_says_who_can_change_what_its_account_may_do(
    app: TestClient, session: Session
) -> None:
    viewer = person(app, session, Role.VIEWER, False)
    advice = "an admin can change that on People"
    program = program_of(app, viewer, scope="read")
    refusal = program.post("/api/v1/testbeds", json={}).json()["detail"]
    assert refusal.endswith(f"this API token acts as viewer, as its account is; {advice}")
    wider = viewer.post("/api/v1/me/tokens", json={"name": "ci", "scope": "operate"})
    assert (wider.status_code, wider.json()["detail"].endswith(advice)) == (403, True)


def test_a_token_makes_no_token_and_changes_no_password(app: TestClient, session: Session) -> None:
    """Who steals one has it until it expires or is revoked, and nothing that outlives it."""
    program = program_of(app, person(app, session, Role.ADMIN, True), scope="hosts")
    asked = [
        program.post("/api/v1/me/tokens", json={"name": "more"}),
        program.put("/api/v1/me/password", json={"new": "a long enough one"}),
        program.get("/api/v1/sessions"),
        program.delete("/api/v1/sessions"),
        program.post("/api/v1/invitations", json={"note": "x", "role": "admin"}),
        program.post("/api/v1/session/links"),
    ]
    assert [answer.status_code for answer in asked] == [403] * len(asked)


def test_tokens_are_shown_once_listed_and_revoked(app: TestClient, session: Session) -> None:
    visitor = person(app, session, Role.OPERATOR)
    program = program_of(app, visitor, name="laptop")
    token = str(program.headers["Authorization"]).removeprefix("Bearer ")
    assert program.get("/api/v1/hosts").status_code == 200
    listed = visitor.get("/api/v1/me/tokens")
    assert token not in listed.text
    assert token not in str(session.execute(text("select * from api_tokens")).all())
    (row,) = listed.json()
    assert (row["name"], row["scope"], row["last_used_at"] is not None) == ("laptop", "read", True)
    other = person(app, session, Role.ADMIN)
    assert other.delete(f"/api/v1/me/tokens/{row['id']}").status_code == 404
    assert visitor.delete(f"/api/v1/me/tokens/{row['id']}").status_code == 204
    assert program.get("/api/v1/hosts").status_code == 401


@pytest.mark.parametrize(("days", "status"), [(0, 422), (1, 201), (366, 201), (367, 422)])
def test_a_token_ends_within_a_year(app: TestClient, session: Session, days: int, status: int) -> None:
    visitor = person(app, session, Role.OPERATOR)
    body = {"name": "laptop", "scope": "read", "days": days}
    assert visitor.post("/api/v1/me/tokens", json=body).status_code == status


def test_an_expired_token_opens_nothing(app: TestClient, session: Session) -> None:
    program = program_of(app, person(app, session, Role.OPERATOR))
    session.execute(text("update api_tokens set expires_at = now() - interval '1 second'"))
    session.commit()
    assert program.get("/api/v1/hosts").status_code == 401


def test_dyno_works_with_a_token_of_ones_own(
    app: TestClient, session: Session, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As DYNO_TOKEN: it reads, and is told what it may not do."""
    from typer.testing import CliRunner

    from backend.cli.main import app as dyno

    token = person(app, session, Role.OPERATOR).post("/api/v1/me/tokens", json={"name": "ci"}).json()["token"]
    monkeypatch.setenv("DYNO_TOKEN", token)
    assert CliRunner().invoke(dyno, ["recipes"]).exit_code == 0
    refused = CliRunner().invoke(dyno, ["login"])
    assert refused.exit_code == 1
    assert "run `dyno login` without DYNO_TOKEN" in refused.output
