"""Signing in by name and password: throttled, the same for unknown names, and kept as argon2 alone."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity import passwords
from backend.identity.principal import Role
from backend.tests.access import BEARER
from backend.tests.db.identity.people import account_of, browser, browser_of, code_of, new_link

PASSWORD = "correct horse battery"
SITE = "https://dyno.example"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 with little memory: what is tested is what is done with it."""
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher

    hasher = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),))
    monkeypatch.setattr(passwords, "HASHER", hasher)
    passwords._of_nobody.cache_clear()  # pyright: ignore[reportPrivateUsage]


def ada(session: Session, role: Role = Role.OPERATOR):
    account = account_of(session, "ada", role)
    account.password_hash = passwords.hash_of(PASSWORD)
    session.commit()
    return account


def sign_in(app: TestClient, login: str, password: str, address: str = "10.0.0.7"):
    visitor = browser(app, SITE, address)
    return visitor, visitor.post("/api/v1/session", json={"login": login, "password": password})


def test_a_name_and_its_password_sign_in(app: TestClient, session: Session) -> None:
    ada(session)
    visitor, answer = sign_in(app, " Ada ", PASSWORD)
    assert answer.status_code == 200
    me = visitor.get("/api/v1/me").json()
    assert (me["login"], me["role"], me["has_password"]) == ("ada", "operator", True)
    assert visitor.get("/api/v1/sessions").json()[0]["came_from"] == "password"


def test_only_argon2_is_kept(session: Session) -> None:
    kept = ada(session).password_hash or ""
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept
    assert passwords.PasswordHash.recommended().hash("x").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_wrong_unknown_and_disabled_are_told_the_same_after_the_same_work(
    app: TestClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada(session)
    account_of(session, "bob")  # without a password
    gone = account_of(session, "eve")
    gone.password_hash = passwords.hash_of(PASSWORD)
    session.execute(text("update accounts set disabled_at = now() where login = 'eve'"))
    session.commit()
    work: list[str] = []
    verify = passwords.HASHER.verify

    class Counted:
        hash = passwords.HASHER.hash

        def verify(self, password: str, kept: str) -> bool:
            work.append(kept[:10])
            return verify(password, kept)

    monkeypatch.setattr(passwords, "HASHER", Counted())
    tries = [
        ("ada", "wrong"),
        ("nobody", PASSWORD),
        ("bob", PASSWORD),
        ("eve", PASSWORD),
        ("bob", "nobody's"),
    ]
    answers = [sign_in(app, login, password)[1] for login, password in tries]
    told = [a.json() | {"request_id": ""} for a in answers]
    assert [a.status_code for a in answers] == [401] * len(tries)
    assert told == [told[0]] * len(tries)
    assert told[0]["detail"] == "Name or password is wrong"
    assert work == ["$argon2id$"] * len(tries)


@pytest.mark.parametrize("login", ["ada", "nobody"])
def test_an_account_is_throttled_whoever_tries(app: TestClient, session: Session, login: str) -> None:
    """Each try from another address; names without an account behave alike."""
    ada(session)
    statuses = [sign_in(app, login, f"wrong {i}", f"10.0.{i}.1")[1].status_code for i in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    _, answer = sign_in(app, login, PASSWORD, "10.9.9.9")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 7


def test_others_tries_keep_nobody_out_who_was_in_from_there(app: TestClient, session: Session) -> None:
    ada(session)
    assert sign_in(app, "ada", PASSWORD, "10.0.0.7")[1].status_code == 200
    for i in range(12):
        sign_in(app, "ada", "wrong", f"10.1.{i}.1")
    assert sign_in(app, "ada", PASSWORD, "10.0.0.7")[1].status_code == 200


def test_an_address_is_throttled_whomever_it_tries(app: TestClient) -> None:
    statuses = [sign_in(app, f"name{i}", "wrong")[1].status_code for i in range(11)]
    assert statuses == [401] * 10 + [429]


def test_at_a_name_that_other_users_share_a_password_gets_a_link(app: TestClient, session: Session) -> None:
    ada(session)
    local = browser(app, "http://127.0.0.1:8080")
    answer = local.post("/api/v1/session", json={"login": "ada", "password": PASSWORD})
    assert "set-cookie" not in answer.headers
    visitor = browser(app)
    visitor.post("/api/v1/session", json={"code": code_of(answer.json()["url"])}).raise_for_status()
    assert visitor.get("/api/v1/me").json()["login"] == "ada"


# ---- changing it ---------------------------------------------------------------------------------


def test_a_new_password_signs_the_other_browsers_out(app: TestClient, session: Session) -> None:
    ada(session)
    mine, _ = sign_in(app, "ada", PASSWORD)
    other, _ = sign_in(app, "ada", PASSWORD)
    wrong = mine.put("/api/v1/me/password", json={"current": "wrong", "new": "another long one"})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["place"] == "current"
    body = {"current": PASSWORD, "new": "another long one"}
    assert mine.put("/api/v1/me/password", json=body).status_code == 204
    assert mine.get("/api/v1/hosts").status_code == 200
    assert other.get("/api/v1/hosts").status_code == 401
    assert sign_in(app, "ada", PASSWORD)[1].status_code == 401
    assert sign_in(app, "ada", "another long one")[1].status_code == 200


@pytest.mark.parametrize(("new", "said"), [("short", "at least 12"), ("ada and more 1234", "your name")])
def test_a_weak_password_is_refused(app: TestClient, session: Session, new: str, said: str) -> None:
    visitor = browser_of(app, session, account_of(session, "ada"))
    answer = visitor.put("/api/v1/me/password", json={"new": new})
    assert answer.status_code == 422
    assert said in answer.text


def test_a_link_of_the_dashboards_owner_sets_a_forgotten_password(app: TestClient, session: Session) -> None:
    link = new_link(app)
    visitor = browser(app)
    visitor.post("/api/v1/session", json={"code": code_of(link)})
    for new in ("the first one here", "forgotten, so another"):
        assert visitor.put("/api/v1/me/password", json={"new": new}).status_code == 204


def test_the_token_has_no_password(app: TestClient) -> None:
    answer = app.put("/api/v1/me/password", json={"new": "a long enough one"}, headers=BEARER)
    assert answer.status_code == 409
    assert "no account" in answer.json()["detail"]
