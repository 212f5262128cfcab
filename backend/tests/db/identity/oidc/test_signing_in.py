"""Signing in by a real provider: who comes in, as what, and what stays as it was."""

import json

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.identity.oidc.conftest import Set
from backend.tests.db.identity.oidc.provider import Provider
from backend.tests.db.identity.oidc.visits import at_provider, back, came_by_provider, refused, visitor_as
from backend.tests.db.identity.people import OWN_SITE, account_of, browser, code_of, new_link

INVITATION = {"note": "for Ada", "role": "operator", "can_reach_hosts": True}


def me(visitor: TestClient) -> dict:
    answer = visitor.get("/api/v1/me")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_new_person_gets_the_configured_role_and_a_session(dashboard: TestClient, session: Session) -> None:
    assert browser(dashboard).get("/api/v1/session").json()["provider"] == "Acme"
    visitor = came_by_provider(dashboard, to="/runs/x?tab=a")
    found = me(visitor)
    assert (found["login"], found["name"], found["role"]) == ("ada@team.example", "Ada", "viewer")
    assert (found["has_password"], found["has_provider"], found["can_reach_hosts"]) == (False, True, False)
    (row,) = visitor.get("/api/v1/sessions").json()
    assert row["came_from"] == "provider"
    acts = session.execute(text("select act, words from audit order by id")).all()
    assert [tuple(row) for row in acts] == [("joined", "ada@team.example"), ("signed in", "provider")]


def test_the_same_person_comes_to_the_same_account_whatever_changed_but_the_subject(
    dashboard: TestClient, provider: Provider
) -> None:
    first = me(came_by_provider(dashboard))
    provider.person |= {"name": "Countess", "email": "new@team.example", "preferred_username": "other"}
    assert me(came_by_provider(dashboard))["account_id"] == first["account_id"]
    provider.person["sub"] = "somebody-else"
    assert me(came_by_provider(dashboard))["account_id"] != first["account_id"]


@pytest.mark.parametrize("login", ["ada@team.example", "ada"])
def test_nobody_gets_an_account_by_its_name_or_address(
    dashboard: TestClient, session: Session, login: str
) -> None:
    there = account_of(session, login, Role.ADMIN)
    found = me(came_by_provider(dashboard))
    assert found["account_id"] != there.id
    assert found["role"] == "viewer"
    assert found["login"] != login


def test_an_address_that_is_not_verified_names_nobody(dashboard: TestClient, provider: Provider) -> None:
    provider.person |= {"email": "boss@team.example", "email_verified": False}
    assert me(came_by_provider(dashboard))["login"] == "ada@127.0.0.1"


@pytest.mark.parametrize(
    ("username", "subject", "login"),
    [
        ("me", "7f3a", "me@127.0.0.1"),
        ("名前", "7f3a", "7f3a@127.0.0.1"),
        ("Анна", "_", "user@127.0.0.1"),
        ("Jürgen Ü", "7f3a", "jurgen-u@127.0.0.1"),
    ],
)
def test_nobody_without_an_address_is_called_the_owner(
    dashboard: TestClient, provider: Provider, username: str, subject: str, login: str
) -> None:
    provider.person = {"sub": subject, "preferred_username": username}
    assert came_by_provider(dashboard).get("/api/v1/me").json()["login"] == login


def test_without_a_role_somebody_new_is_refused_by_name(
    dashboard: TestClient, session: Session, setting: Set
) -> None:
    setting(role="")
    assert refused(dashboard) == "unknown"
    said = browser(dashboard).get("/api/v1/session", params={"refused": "unknown"}).json()["refused"]
    assert "Ask an admin for an invitation" in said
    row = session.execute(text("select words, details->>'who' from audit")).one()
    assert tuple(row) == ("provider: unknown", "ada@team.example")
    assert session.scalar(text("select count(*) from accounts")) == 0


def test_an_invitation_is_used_by_who_the_provider_says(dashboard: TestClient, setting: Set) -> None:
    setting(role="")
    made = browser(dashboard).post("/api/v1/invitations", json=INVITATION, headers=BEARER).json()
    code = made["url"].partition("#invitation=")[2]
    found = me(came_by_provider(dashboard, invitation=code))
    assert (found["role"], found["can_reach_hosts"]) == ("operator", True)
    assert me(came_by_provider(dashboard))["account_id"] == found["account_id"]
    again = browser(dashboard).post("/api/v1/session/oidc", json={"invitation": code})
    assert again.status_code == 401
    assert "another one" in again.json()["detail"]


def test_an_invitation_that_was_withdrawn_meanwhile_lets_nobody_in(
    dashboard: TestClient, setting: Set
) -> None:
    setting(role="")
    made = browser(dashboard).post("/api/v1/invitations", json=INVITATION, headers=BEARER).json()
    visitor = browser(dashboard)
    address = at_provider(visitor, invitation=made["url"].partition("#invitation=")[2])
    browser(dashboard).delete(f"/api/v1/invitations/{made['id']}", headers=BEARER)
    assert back(visitor, address) == "/#refused=spent"


def test_an_account_is_linked_by_who_is_signed_in_to_it(dashboard: TestClient, session: Session) -> None:
    own = account_of(session, "ada", Role.OPERATOR)
    asked = {"link": True, "to": "/account"}
    assert browser(dashboard).post("/api/v1/session/oidc", json=asked).status_code == 409
    visitor = visitor_as(dashboard, session, own)
    address = at_provider(visitor, **asked)
    visitor.cookies.delete("dyno_session")  # SameSite=Strict: not sent with the answer
    assert back(visitor, address) == "/account"
    found = me(came_by_provider(dashboard))
    assert (found["account_id"], found["login"], found["role"]) == (own.id, "ada", "operator")
    assert session.scalar(text("select words from audit where act = 'linked'")) == "ada"


def test_somebody_elses_person_is_not_linked(dashboard: TestClient, session: Session) -> None:
    came_by_provider(dashboard)
    visitor = visitor_as(dashboard, session, account_of(session, "eve"))
    assert back(visitor, at_provider(visitor, link=True)) == "/#refused=taken"


def test_a_session_that_ended_meanwhile_links_nothing(dashboard: TestClient, session: Session) -> None:
    visitor = visitor_as(dashboard, session, account_of(session, "ada"))
    address = at_provider(visitor, link=True)
    session.execute(text("delete from sessions"))
    session.commit()
    assert back(visitor, address) == "/#refused=signed_out"


def test_a_disabled_account_is_refused(dashboard: TestClient, session: Session) -> None:
    came_by_provider(dashboard)
    session.execute(text("update accounts set disabled_at = now()"))
    session.commit()
    assert refused(dashboard) == "disabled"


def test_only_verified_addresses_of_the_domains_come_in(
    dashboard: TestClient, provider: Provider, setting: Set
) -> None:
    setting(domains="Team.example, other.example")
    came_by_provider(dashboard)
    for email, verified in (
        ("ada@evil.example", True),
        ("ada@team.example.evil.example", True),
        ("ada@sub.team.example", True),
        ("ada@team.example", False),
        ("ada@team.example", "true"),
        ("ada@team.example", None),
        (None, True),
    ):
        provider.person |= {"email": email, "email_verified": verified}
        assert refused(dashboard) == "domain", email


def test_groups_decide_the_role_at_each_sign_in(
    dashboard: TestClient, provider: Provider, session: Session, setting: Set
) -> None:
    account_of(session, "root", Role.ADMIN)
    setting(role="", roles=json.dumps({"perf": "operator", "leads": "admin"}))
    provider.person["groups"] = ["all", "perf", "leads"]
    assert me(came_by_provider(dashboard))["role"] == "admin"
    provider.person["groups"] = ["perf"]
    assert me(came_by_provider(dashboard))["role"] == "operator"
    provider.person["groups"] = "leads"
    assert me(came_by_provider(dashboard))["role"] == "admin"
    for groups in (["all"], [], None, {"perf": 1}, [["perf"]]):
        provider.person["groups"] = groups
        assert refused(dashboard) == "group"
    changes = text("select details->>'role' from audit where act = 'rights changed' order by id")
    session.rollback()
    assert list(session.scalars(changes)) == ["operator", "admin"]


def test_the_last_admin_stays_one(dashboard: TestClient, provider: Provider, setting: Set) -> None:
    setting(roles=json.dumps({"perf": "operator", "leads": "admin"}))
    provider.person["groups"] = ["leads"]
    came_by_provider(dashboard)
    provider.person["groups"] = ["perf"]
    assert me(came_by_provider(dashboard))["role"] == "admin"


def test_without_groups_a_role_is_what_people_says(dashboard: TestClient, session: Session) -> None:
    came_by_provider(dashboard)
    session.execute(text("update accounts set role = 'operator'"))
    session.commit()
    assert me(came_by_provider(dashboard))["role"] == "operator"


def test_userinfo_says_what_the_token_does_not(dashboard: TestClient, provider: Provider) -> None:
    provider.userinfo = {**provider.person}
    provider.claims = {"email": None, "email_verified": None, "name": None}
    found = me(came_by_provider(dashboard))
    assert (found["name"], found["login"]) == ("Ada", "ada@team.example")


def test_signing_in_gives_a_new_session_and_ends_the_old_one(dashboard: TestClient) -> None:
    visitor = browser(dashboard)
    visitor.post("/api/v1/session", json={"code": code_of(new_link(dashboard))})
    before = {"Cookie": f"dyno_session={visitor.cookies['dyno_session']}"}
    begun = at_provider(visitor)
    del visitor.cookies["dyno_session"]  # SameSite=Strict: not sent with the answer
    assert back(visitor, begun) == "/"
    assert visitor.cookies["dyno_session"] not in before["Cookie"]
    assert browser(dashboard).get("/api/v1/me", headers=before).status_code == 401
    assert visitor.delete("/api/v1/session").status_code == 204
    assert visitor.get("/api/v1/me").status_code == 401


def test_the_cookies(dashboard: TestClient) -> None:
    for site, prefix in ((OWN_SITE, ""), ("https://dyno.example", "__Host-")):
        visitor = browser(dashboard, site)
        begun = visitor.post("/api/v1/session/oidc", json={})
        kept = begun.headers["set-cookie"]
        assert kept.startswith(f"{prefix}dyno_provider=")
        assert "HttpOnly" in kept
        assert "SameSite=lax" in kept
        assert "Max-Age=600" in kept
        assert ("Secure" in kept) == bool(prefix)
        assert f"redirect_uri={site.replace(':', '%3A').replace('/', '%2F')}" in begun.json()["url"]


def test_the_password_and_the_token_go_on(dashboard: TestClient) -> None:
    came_by_provider(dashboard)
    assert browser(dashboard).post("/api/v1/session", json={"token": TOKEN}).status_code == 200


def test_who_is_refused_begins_again_where_they_wanted_to_go(dashboard: TestClient, setting: Set) -> None:
    setting(domains="other.example")
    visitor = browser(dashboard)
    assert back(visitor, at_provider(visitor, to="/hosts?x=1")) == "/hosts?x=1#refused=domain"


def test_a_verified_address_is_where_notices_go_at_first(dashboard: TestClient, provider: Provider) -> None:
    own = "/api/v1/me/notices"
    visitor = came_by_provider(dashboard)
    assert visitor.get(own).json()["email"] == "ada@team.example"
    visitor.put(own, json={"email": "elsewhere@team.example"})
    assert back(visitor, at_provider(visitor)) == "/"
    assert visitor.get(own).json()["email"] == "elsewhere@team.example", "it is hers from then on"
    provider.person |= {"sub": "eve-1", "email": "eve@team.example", "email_verified": False}
    assert came_by_provider(dashboard).get(own).json()["email"] is None
