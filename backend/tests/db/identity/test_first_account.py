"""The first link makes the first admin, named after who runs the dashboard; later ones sign in to it."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity.names import login_of
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.identity.people import OWN_SITE, browser, code_of


def signed_in_as(app: TestClient, user: str) -> TestClient:
    link = browser(app).post("/api/v1/session/links", headers=BEARER, json={"user": user}).json()["url"]
    visitor = browser(app, OWN_SITE)
    visitor.post("/api/v1/session", json={"code": code_of(link)}).raise_for_status()
    return visitor


def test_the_first_link_makes_an_admin_who_may_do_all(app: TestClient, session: Session) -> None:
    first, again = signed_in_as(app, "Ada"), signed_in_as(app, "ada")
    me = first.get("/api/v1/me").json()
    assert (me["name"], me["role"], me["can_reach_hosts"], me["came_from"]) == (
        "ada",
        "admin",
        True,
        "session",
    )
    assert again.get("/api/v1/me").json()["account_id"] == me["account_id"]
    assert session.scalar(text("select count(*) from accounts")) == 1


def test_the_token_is_an_admin_without_an_account(app: TestClient) -> None:
    visitor = browser(app)
    visitor.post("/api/v1/session", json={"token": TOKEN}).raise_for_status()
    for me in (visitor.get("/api/v1/me"), browser(app).get("/api/v1/me", headers=BEARER)):
        assert (me.json()["account_id"], me.json()["role"]) == (None, "admin")
        assert me.json()["name"] == "the dashboard's token"


def test_a_disabled_account_opens_nothing(app: TestClient, session: Session) -> None:
    visitor = signed_in_as(app, "ada")
    assert visitor.get("/api/v1/hosts").status_code == 200
    session.execute(text("update accounts set disabled_at = now()"))
    session.commit()
    assert visitor.get("/api/v1/hosts").status_code == 401


def test_who_runs_the_dashboard_gets_in_while_the_account_is_disabled(
    app: TestClient, session: Session
) -> None:
    """As the token, which enables it again; a link from before was the account's."""
    account_id = signed_in_as(app, "ada").get("/api/v1/me").json()["account_id"]
    link = browser(app).post("/api/v1/session/links", headers=BEARER, json={"user": "ada"}).json()["url"]
    session.execute(text("update accounts set disabled_at = now()"))
    session.commit()
    refused = browser(app).post("/api/v1/session", json={"code": code_of(link)})
    assert (refused.status_code, "disabled" in refused.json()["detail"]) == (401, True)
    owner = signed_in_as(app, "ada")
    assert owner.get("/api/v1/me").json()["account_id"] is None
    owner.patch(f"/api/v1/accounts/{account_id}", json={"disabled": False}).raise_for_status()
    assert signed_in_as(app, "ada").get("/api/v1/me").json()["account_id"] == account_id


def test_one_account_sees_and_ends_its_own_sessions_only(app: TestClient) -> None:
    ada, bob = signed_in_as(app, "ada"), signed_in_as(app, "bob")
    (hers,) = ada.get("/api/v1/sessions").json()
    assert hers["name"] == "ada"
    assert bob.delete(f"/api/v1/sessions/{hers['id']}").status_code == 404
    assert bob.delete("/api/v1/sessions").status_code == 204
    assert ada.get("/api/v1/hosts").status_code == 200
    assert bob.get("/api/v1/hosts").status_code == 401


@pytest.mark.parametrize(
    ("user", "login"),
    [
        ("root", "root"),
        ("Zoë B.", "zoe-b"),
        ("", "owner"),
        ("山", "owner"),
        ("--", "owner"),
        ("a" * 99, "a" * 64),
    ],
)
def test_any_user_of_a_machine_becomes_a_login_name(user: str, login: str) -> None:
    assert login_of(user) == login
