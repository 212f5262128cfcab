"""Nobody gets another person's name, account or rights, nor keeps what a disabled account had."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity import accounts, passwords
from backend.identity.principal import Role
from backend.tests.access import BEARER
from backend.tests.db.identity.people import OWN_SITE, account_of, browser, browser_of, code_of, person
from backend.tests.db.identity.test_first_account import signed_in_as
from backend.tests.db.identity.test_people import JOINS, code, invited

# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("login", "owner"),
        ("login", "root"),
        ("login", "runs-it"),
        ("login", "eve"),  # of somebody who was disabled: the audit log has it
        ("login", "eve.stone"),
        ("login", "ada-l0velace"),
        ("name", "the dashboard's token"),
        ("name", "The Dashboard’s Tok\u0435n"),
        ("name", "somebody"),
        ("name", "Runs-It"),
        ("name", "Ada Lovelace"),
        ("name", "\uff41da lovelace"),
        ("name", "\u0410d\u0430 Lovelace"),
        ("name", "ADA"),
    ],
)
def test_nobody_joins_or_is_renamed_as_somebody_else(
    app: TestClient, session: Session, monkeypatch: pytest.MonkeyPatch, place: str, name: str
) -> None:
    monkeypatch.setattr(accounts, "_machine_users", lambda: ["runs-it"])
    ada, eve = account_of(session, "ada"), account_of(session, "eve")
    ada.name, eve.name = "Ada Lovelace", "Eve Stone"
    session.execute(text("update accounts set disabled_at = now() where login = 'eve'"))
    session.commit()
    admin = person(app, session, Role.ADMIN, True)
    refused = browser(app).post("/api/v1/join", json=JOINS | {"code": code(invited(admin)), place: name})
    assert (refused.status_code, refused.json()["errors"][0]["place"]) == (422, place)
    if place == "name":
        bob = account_of(session, "bob")
        renamed = admin.patch(f"/api/v1/accounts/{bob.id}", json={"name": name})
        assert (renamed.status_code, renamed.json()["errors"][0]["place"]) == (422, "name")


def test_ones_own_names_may_be_alike(app: TestClient, session: Session) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob")
    for name in ("BOB", "Robert"):
        assert admin.patch(f"/api/v1/accounts/{bob.id}", json={"name": name}).json()["name"] == name


# ---- dyno login ----------------------------------------------------------------------------------


def test_dyno_login_never_signs_in_to_an_invited_account(app: TestClient, session: Session) -> None:
    admin = person(app, session, Role.ADMIN)
    joined = browser(app).post("/api/v1/join", json=JOINS | {"code": code(invited(admin))})
    assert joined.status_code == 201
    me = signed_in_as(app, "bob").get("/api/v1/me").json()
    assert (me["login"], me["role"]) == ("owner", "admin")
    again = signed_in_as(app, "bob").get("/api/v1/me").json()
    assert again["account_id"] == me["account_id"]


def test_dyno_login_refuses_where_both_names_are_of_people_who_joined(
    app: TestClient, session: Session
) -> None:
    account_of(session, "bob")
    account_of(session, "owner")  # of a time in which the name was not reserved
    answer = browser(app).post("/api/v1/session/links", headers=BEARER, json={"user": "bob"})
    assert answer.status_code == 409


# ---- the right “hosts” ---------------------------------------------------------------------------


def test_hosts_is_given_by_who_has_it_alone(app: TestClient, session: Session) -> None:
    ada, bob = account_of(session, "ada", Role.ADMIN), account_of(session, "bob")
    viewer = account_of(session, "eve", Role.VIEWER, hosts=True)
    admin = browser_of(app, session, ada)
    attempts = [
        admin.patch(f"/api/v1/accounts/{ada.id}", json={"can_reach_hosts": True}),
        admin.patch(f"/api/v1/accounts/{bob.id}", json={"can_reach_hosts": True}),
        admin.patch(f"/api/v1/accounts/{viewer.id}", json={"role": "operator"}),
        admin.post("/api/v1/invitations", json={"note": "me", "role": "admin", "can_reach_hosts": True}),
    ]
    assert [answer.status_code for answer in attempts] == [403] * 4
    assert "only if you have it" in attempts[0].json()["detail"]
    assert not admin.get("/api/v1/me").json()["can_reach_hosts"]
    holder = person(app, session, Role.ADMIN, True)
    for account in (ada, bob):
        given = holder.patch(f"/api/v1/accounts/{account.id}", json={"can_reach_hosts": True})
        assert given.json()["can_reach_hosts"]
    assert admin.patch(f"/api/v1/accounts/{bob.id}", json={"can_reach_hosts": False}).status_code == 200


# ---- the current password ------------------------------------------------------------------------


def test_a_password_at_a_shared_name_is_no_link_of_the_owner(app: TestClient, session: Session) -> None:
    """Whoever has a browser that came over 127.0.0.1 does not lock its person out."""
    account = account_of(session, "ada")
    account.password_hash = passwords.hash_of("correct horse battery")
    session.commit()
    hop = browser(app, "http://127.0.0.1:8080").post(
        "/api/v1/session", json={"login": "ada", "password": "correct horse battery"}
    )
    visitor = browser(app, OWN_SITE)
    visitor.post("/api/v1/session", json={"code": code_of(hop.json()["url"])}).raise_for_status()
    assert visitor.get("/api/v1/sessions").json()[0]["came_from"] == "password"
    refused = visitor.put("/api/v1/me/password", json={"new": "another long one"})
    assert (refused.status_code, refused.json()["errors"][0]["place"]) == (422, "current")


# ---- disabling -----------------------------------------------------------------------------------


def test_disabling_takes_tokens_links_and_invitations_for_good(app: TestClient, session: Session) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob", Role.ADMIN)
    visitor = browser_of(app, session, bob)
    token = visitor.post("/api/v1/me/tokens", json={"name": "ci"}).json()["token"]
    invitation = code(invited(visitor))
    for disabled in (True, False):
        admin.patch(f"/api/v1/accounts/{bob.id}", json={"disabled": disabled}).raise_for_status()
    program = browser(app)
    program.headers["Authorization"] = f"Bearer {token}"
    assert [who.get("/api/v1/hosts").status_code for who in (visitor, program)] == [401, 401]
    joined = browser(app).post(
        "/api/v1/join", json=JOINS | {"code": invitation, "login": "mallory", "name": "M"}
    )
    assert joined.status_code == 401


# ---- the audit log -------------------------------------------------------------------------------


def test_the_audit_log_says_which_account(app: TestClient, session: Session) -> None:
    ada = account_of(session, "ada")
    browser(app).post("/api/v1/session", json={"login": "ada", "password": "wrong"})
    visitor = browser_of(app, session, ada)
    visitor.put("/api/v1/me/password", json={"new": "a long enough one"}).raise_for_status()
    entries = app.get("/api/v1/audit", headers=BEARER).json()
    acts = {entry["act"]: (entry["account_id"], entry["subject"]) for entry in entries}
    assert acts == {"failed sign-in": (None, ada.id), "password changed": (ada.id, ada.id)}
