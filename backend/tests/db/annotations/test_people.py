"""Who made what, who wrote the notes, and whom they mention."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.records.access.accounts import Account
from backend.tests.db import builders
from backend.tests.db.identity.people import account_of, browser_of
from backend.tests.db.import_bodies import article_c
from backend.tests.db.launching.test_own_recipes import YAML

E, C, R = "/api/v1/experiments", "/api/v1/comparisons", "/api/v1/recipes"


@pytest.fixture
def ada(session: Session) -> Account:
    return account_of(session, "ada")


@pytest.fixture
def bob(session: Session) -> Account:
    return account_of(session, "bob", Role.VIEWER)


def at(client: TestClient, session: Session, account: Account) -> TestClient:
    found = browser_of(client, session, account)
    found.headers["Host"] = "127.0.0.1"
    return found


def names(client: TestClient, url: str = E, **asked: str) -> list[str]:
    answer = client.get(url, params=asked)
    assert answer.status_code == 200, answer.text
    return [one["name"] for one in answer.json()]


def launched(client: TestClient, name: str) -> dict[str, Any]:
    answer = client.post(E, json={"yaml": YAML.replace("Pool of our proxy", name)})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_experiments_have_who_launched_or_imported_them(
    client: TestClient, session: Session, ada: Account, bob: Account
) -> None:
    builders.a_testbed(session)
    session.commit()
    person = at(client, session, ada)
    hers, theirs = launched(person, "hers"), launched(client, "theirs")
    imported = person.post("/api/v1/imports", json=article_c() | {"name": "brought"}).json()
    assert hers["owner"] == imported["owner"] == {"id": ada.id, "login": "ada", "name": "Ada"}
    assert theirs["owner"] is None
    assert {one["name"]: one["owner"] and one["owner"]["login"] for one in client.get(E).json()} == {
        "hers": "ada",
        "theirs": None,
        "brought": "ada",
    }
    assert names(person, q="by:me") == names(client, by="ada") == ["brought", "hers"]
    assert names(client, q="by:me") == names(person, q="by:token") == ["theirs"]
    assert names(at(client, session, bob), by="me") == names(person, q="by:nobody-has-this") == []
    assert names(person, q="by:@Ada by:token") == ["brought", "theirs", "hers"]


def test_a_personal_token_launches_for_its_person(client: TestClient, session: Session, ada: Account) -> None:
    builders.a_testbed(session)
    session.commit()
    asked = {"name": "ci", "scope": "operate"}
    token = at(client, session, ada).post("/api/v1/me/tokens", json=asked).json()["token"]
    answer = client.post(E, json={"yaml": YAML}, headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["owner"]["login"] == "ada"


def test_notes_have_their_author_and_whom_they_mention(
    client: TestClient, session: Session, ada: Account, bob: Account
) -> None:
    made, _ = builders.article_c(session)
    gone = account_of(session, "gone")
    gone.disabled_at = builders.START
    session.commit()
    url, person = f"{E}/{made.id}", at(client, session, ada)
    assert client.get(url).json()["notes_at"] is None
    body = {"notes": "@bob and @gone: see `location @ada`", "notes_version": 0}
    kept = person.patch(url, json=body).json()
    assert kept["notes_by"]["login"] == "ada"
    assert [one["login"] for one in kept["mentions"]] == ["bob"]
    seen = client.get(url).json()
    assert (seen["notes_by"], seen["notes_at"]) == (kept["notes_by"], kept["notes_at"])
    assert [one["name"] for one in seen["mentions"]] == ["Bob"]
    assert names(at(client, session, bob), q="mentions:me") == names(client, mentions="bob") == [made.name]
    assert names(client, q="mentions:me") == names(person, mentions="me") == []
    again = client.patch(url, json={"notes": "for nobody", "notes_version": 1}).json()
    assert (again["notes_by"], again["mentions"]) == (None, [])
    assert names(client, mentions="bob") == []


def test_comparisons_and_recipes_have_who_saved_them(
    client: TestClient, session: Session, ada: Account, bob: Account
) -> None:
    _, runs = builders.article_c(session)
    session.commit()
    a, b = [run.id for run in runs.values()][:2]
    person = at(client, session, ada)
    body = {"name": "two", "state": {"a": a, "b": b}, "notes": "for @bob"}
    saved = person.post(C, json=body).json()
    assert (saved["owner"]["login"], saved["notes_by"]["login"]) == ("ada", "ada")
    client.post(C, json=body | {"name": "three", "notes": ""}).raise_for_status()
    changed = client.patch(f"{C}/{saved['id']}", json={"name": "2"}).json()
    assert (changed["owner"]["login"], changed["notes_by"]["login"]) == ("ada", "ada")
    assert names(person, C, by="me") == ["2"]
    assert names(client, C, by="me") == ["three"]
    assert names(at(client, session, bob), C, mentions="me") == ["2"]

    first = person.post(R, json={"title": "Pool", "yaml": YAML}).json()
    client.post(R, json={"title": "Pool", "yaml": YAML, "after": 1}).raise_for_status()
    owners = [v["owner"] and v["owner"]["login"] for v in client.get(f"{R}/{first['slug']}/versions").json()]
    assert owners == [None, "ada"]
    assert client.get(R).json()[0]["own"]["owner"] is None


def test_everybody_sees_the_names_to_mention(client: TestClient, session: Session, bob: Account) -> None:
    gone = account_of(session, "gone")
    gone.disabled_at = builders.START
    session.commit()
    found = at(client, session, bob).get("/api/v1/people").json()
    assert found == [{"id": bob.id, "login": "bob", "name": "Bob"}]


def test_words_of_searches_are_nobodys_login(client: TestClient) -> None:
    made = client.post("/api/v1/invitations", json={"note": "x", "role": "viewer"}).json()
    code = made["url"].rpartition("=")[2]
    body = {"code": code, "login": "me", "name": "Me", "password": "correct horse battery"}
    answer = client.post("/api/v1/join", json=body)
    assert answer.status_code == 422
    assert "means something else" in answer.text


def test_a_flood_of_mentions_is_saved_like_any_text(client: TestClient, session: Session) -> None:
    made, _ = builders.article_c(session)
    session.commit()
    flood = " ".join(f"@a{n}..." for n in range(9_000))
    answer = client.patch(f"{E}/{made.id}", json={"notes": flood, "notes_version": 0})
    assert answer.status_code == 200
    assert session.scalar(text("select cardinality(mentions) from experiments")) == 0
