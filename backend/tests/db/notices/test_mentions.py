"""Who is mentioned in notes is told, once, and nobody else is."""

import json
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.database import transaction
from backend.login.principal import Role
from backend.notices import mentioning
from backend.records.access.accounts import Account
from backend.tests.db import builders
from backend.tests.db.import_bodies import article_c
from backend.tests.db.login.people import account_of, browser_of
from backend.tests.db.notices.conftest import Told
from backend.tests.receivers import MailServer

E, C, UNREAD, OWN = "/api/v1/experiments", "/api/v1/comparisons", "/api/v1/me/mentions", "/api/v1/me/notices"
ADDRESS = "ada@x.test"


def at(client: TestClient, session: Session, account: Account) -> TestClient:
    found = browser_of(client, session, account)
    found.headers["Host"] = "127.0.0.1"
    return found


@pytest.fixture
def ada(session: Session) -> Account:
    """A viewer with a mail address, who has set nothing else."""
    made = account_of(session, "ada", Role.VIEWER)
    made.email = ADDRESS
    session.commit()
    return made


@pytest.fixture
def hers(client: TestClient, session: Session, ada: Account) -> TestClient:
    return at(client, session, ada)


@pytest.fixture
def bob(client: TestClient, session: Session) -> TestClient:
    return at(client, session, account_of(session, "bob"))


@pytest.fixture
def experiment(session: Session) -> str:
    made = builders.experiment(session, name="workers")
    session.commit()
    return made.id


def write(person: TestClient, url: str, notes: str, version: int) -> int:
    answer = person.patch(url, json={"notes": notes, "notes_version": version})
    assert answer.status_code == 200, answer.text
    return answer.json()["notes_version"]


def unread(person: TestClient) -> list[dict[str, Any]]:
    answer = person.get(UNREAD)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_who_is_mentioned_is_told_once_by_mail_and_by_a_mark(
    told: Told, mailing: MailServer, hers: TestClient, bob: TestClient, experiment: str
) -> None:
    url = f"{E}/{experiment}"
    version = write(bob, url, "# Why\nplease @ada look at **p99**\n", 0)
    version = write(bob, url, "# Why\nplease @ada look at p99, and @ada again\n", version)
    write(told.client, url, "@ada: rewritten by somebody else", version)
    told.send()
    mail = message_from_bytes(mailing.came[0], policy=default)
    assert len(mailing.came) == 1
    assert mail["To"] == ADDRESS
    assert mail["Subject"] == "You are mentioned: workers"
    body = mail.get_content()
    assert "Bob mentions you in the notes: “please @ada look at **p99**”" in body
    assert f"https://dyno.test/experiments/{experiment}" in body
    (mark,) = unread(hers)
    assert (mark["id"], mark["of"], mark["name"]) == (experiment, "experiment", "workers")
    assert mark["by"]["login"] == "bob"
    assert mark["line"] == "please @ada look at **p99**"
    assert unread(bob) == unread(told.client) == []


def test_a_mark_goes_when_it_was_read_and_comes_for_a_new_mention_only(
    hers: TestClient, bob: TestClient, experiment: str
) -> None:
    url = f"{E}/{experiment}"
    version = write(bob, url, "@ada", 0)
    assert bob.delete(UNREAD).status_code == 204
    assert len(unread(hers)) == 1, "nobody reads for somebody else"
    assert hers.delete(UNREAD, params={"of": "another"}).status_code == 204
    assert len(unread(hers)) == 1
    assert hers.delete(UNREAD, params={"of": experiment}).status_code == 204
    assert unread(hers) == []
    version = write(bob, url, "@ada once more", version)
    assert unread(hers) == []
    version = write(bob, url, "nobody", version)
    version = write(bob, url, "@ada", version)
    assert len(unread(hers)) == 1
    write(bob, url, "it was meant for somebody else", version)
    assert unread(hers) == []


def test_who_is_taken_out_and_named_again_gets_one_mail_in_an_hour(
    told: Told, mailing: MailServer, hers: TestClient, bob: TestClient, experiment: str
) -> None:
    version = 0
    for notes in ("@ada", "", "@ada", "", "@ada"):
        version = write(bob, f"{E}/{experiment}", notes, version)
    assert len(told.deliveries()) == 1
    with transaction() as session:
        earlier = text("update notices set created_at = created_at - :span")
        session.execute(earlier, {"span": mentioning.MAILED_ONCE_IN})
    for notes in ("", "@ada"):
        version = write(bob, f"{E}/{experiment}", notes, version)
    assert len(told.deliveries()) == 2


def test_nobody_is_told_of_what_they_wrote_or_in_code_or_when_disabled(
    told: Told, mailing: MailServer, session: Session, client: TestClient, experiment: str
) -> None:
    eve = account_of(session, "eve")
    away = account_of(session, "away")
    for one in (eve, away):
        one.email = f"{one.login}@x.test"
    away.disabled_at = session.scalar(text("select now()"))
    session.commit()
    author = at(client, session, eve)
    write(author, f"{E}/{experiment}", "@eve and @away; `@eve`", 0)
    write(client, f"{E}/{experiment}", "`location @eve {}` @away", 1)
    assert unread(author) == told.deliveries() == []


def test_who_is_disabled_before_the_mail_goes_gets_none(
    told: Told, mailing: MailServer, session: Session, ada: Account, bob: TestClient, experiment: str
) -> None:
    write(bob, f"{E}/{experiment}", "@ada", 0)
    ada.disabled_at = session.scalar(text("select now()"))
    session.commit()
    told.send()
    assert mailing.came == []
    assert told.deliveries()[0]["outcome"] == "the account has no mail address any more"


def test_mail_can_be_switched_off_and_the_mark_stays(
    told: Told, mailing: MailServer, hers: TestClient, bob: TestClient, experiment: str
) -> None:
    own = hers.get(OWN).json()
    assert (own["email"], own["mail_when_mentioned"]) == (ADDRESS, True)
    changed = hers.put(OWN, json={"email": ADDRESS, "mail_when_mentioned": False})
    assert changed.status_code == 200
    assert hers.get(OWN).json()["mail_when_mentioned"] is False
    write(bob, f"{E}/{experiment}", "@ada", 0)
    assert told.deliveries() == []
    assert len(unread(hers)) == 1


def test_notes_of_comparisons_and_imports_tell_too(hers: TestClient, bob: TestClient) -> None:
    brought = bob.post("/api/v1/imports", json=article_c() | {"name": "brought", "notes": "@ada"})
    assert brought.status_code == 201, brought.text
    saved = bob.post(C, json={"name": "sides", "notes": "see @ada", "state": {"a": "r1", "b": "r2"}})
    assert saved.status_code == 201, saved.text
    found = [(one["of"], one["name"]) for one in unread(hers)]
    assert found == [("comparison", "sides"), ("experiment", "brought")]
    assert bob.delete(f"{C}/{saved.json()['id']}").status_code == 204
    assert [one["name"] for one in unread(hers)] == ["brought"], "a mark goes with what it is about"


def test_no_receiver_of_the_team_can_ask_for_mentions(told: Told) -> None:
    asked = {"name": "team", "way": "webhook", "address": f"{told.web.url}/x", "kinds": ["mentioned"]}
    answer = told.client.post("/api/v1/receivers", json=asked)
    assert answer.status_code == 422, json.dumps(answer.json())
