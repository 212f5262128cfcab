"""Links are made, opened by anybody, listed, and end."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import NotFound
from backend.records.access.share_links import ShareLink
from backend.settings import get_settings
from backend.sharing.opening import GONE
from backend.tests.db.agents import Farm
from backend.tests.db.builders import article_c
from backend.tests.db.identity.people import OWN_NAME, browser
from backend.tests.db.sharing.readers import Reader, shared


@pytest.fixture
def experiment(session: Session) -> str:
    return article_c(session)[0].id


def test_a_link_opens_the_experiment_for_anybody(client: TestClient, experiment: str) -> None:
    token, link = shared(client, kind="experiment", id=experiment)
    reader = Reader(client, token)
    assert reader.opened.json() == {
        "id": link["id"],
        "kind": "experiment",
        "as_report": False,
        "page": f"/experiments/{experiment}",
        "with_hosts": False,
        "expires_at": link["expires_at"],
        "url": None,
    }
    answer = reader.get(f"experiments/{experiment}")
    assert answer.json()["id"] == experiment
    assert reader.get(f"experiments/{experiment}/card.png").content[:4] == b"\x89PNG"


def test_the_token_has_128_bits_and_only_its_hash_is_kept(
    client: TestClient, experiment: str, session: Session
) -> None:
    tokens = {shared(client, kind="experiment", id=experiment)[0] for _ in range(3)}
    assert len(tokens) == 3
    assert {len(token) for token in tokens} == {22}  # of 6 bits each
    rows = [str(vars(row)) for row in session.scalars(select(ShareLink))]
    assert not [token for token in tokens for row in rows if token in row]
    assert not [token for token in tokens if token in client.get("/api/v1/share-links").text]


def test_what_is_shared_is_listed_with_who_and_when(client: TestClient, experiment: str) -> None:
    token, _ = shared(client, kind="experiment", id=experiment, days=None, with_hosts=True)
    shared(client, kind="experiment", id=experiment, as_report=True)
    Reader(client, token)
    report, first = client.get("/api/v1/share-links").json()
    assert first["title"] == "Pinned against unpinned × workers × log target"
    assert (first["page"], report["page"]) == (
        f"/experiments/{experiment}",
        f"/experiments/{experiment}/report",
    )
    assert (first["expires_at"], first["with_hosts"], first["works"]) == (None, True, True)
    assert first["made_by"]
    assert (first["opened_at"] is None, report["opened_at"]) == (False, None)
    assert client.get("/api/v1/share-links?subject=nothing").json() == []
    assert len(client.get(f"/api/v1/share-links?subject={experiment}").json()) == 2


def test_a_link_ends_in_the_list_with_what_it_showed(
    client: TestClient, experiment: str, session: Session
) -> None:
    run = client.get(f"/api/v1/experiments/{experiment}").json()["run_list"][0]["id"]
    shared(client, kind="run", id=run)
    shared(client, kind="experiment", id=experiment)
    assert [link["works"] for link in client.get("/api/v1/share-links").json()] == [True, True]
    client.delete(f"/api/v1/runs/{run}").raise_for_status()
    assert [link["works"] for link in client.get("/api/v1/share-links").json()] == [True, False]
    client.delete(f"/api/v1/experiments/{experiment}").raise_for_status()
    assert [link["works"] for link in client.get("/api/v1/share-links").json()] == [False, False]


def test_the_audit_log_says_who_shared_what_and_revoked_it(client: TestClient, experiment: str) -> None:
    token, link = shared(client, kind="experiment", id=experiment)
    client.delete(f"/api/v1/share-links/{link['id']}")
    answer = client.get("/api/v1/audit")
    revoked, made = answer.json()
    assert [entry["act"] for entry in (made, revoked)] == ["shared", "shared"]
    assert {entry["subject"] for entry in (made, revoked)} == {experiment}
    assert (made["details"]["days"], revoked["details"]["revoked"]) == (7, True)
    assert token not in answer.text


def test_an_opening_is_noted_once_in_five_minutes(
    client: TestClient, experiment: str, session: Session
) -> None:
    reader = Reader(client, shared(client, kind="experiment", id=experiment)[0])
    opened = session.scalars(select(ShareLink.opened_at)).one()
    reader.get(f"experiments/{experiment}")
    session.rollback()
    assert session.scalars(select(ShareLink.opened_at)).one() == opened
    session.get_one(ShareLink, reader.id).opened_at = datetime.now(UTC) - timedelta(minutes=6)
    session.commit()
    reader.get(f"experiments/{experiment}")
    session.rollback()
    again = session.scalars(select(ShareLink.opened_at)).one()
    assert again is not None
    assert datetime.now(UTC) - again < timedelta(minutes=1)


def ended(client: TestClient, session: Session, how: str, link_id: str, experiment: str) -> None:
    if how == "revoked":
        assert client.delete(f"/api/v1/share-links/{link_id}").status_code == 204
        assert client.delete(f"/api/v1/share-links/{link_id}").status_code == 204  # once more
    elif how == "expired":
        session.get_one(ShareLink, link_id).expires_at = datetime.now(UTC) - timedelta(seconds=1)
        session.commit()
    else:
        assert client.delete(f"/api/v1/experiments/{experiment}").status_code == 204


@pytest.mark.parametrize("how", ["revoked", "expired", "deleted"])
def test_a_link_that_ended_says_what_an_unknown_one_says(
    client: TestClient, experiment: str, session: Session, how: str
) -> None:
    token, link = shared(client, kind="experiment", id=experiment)
    reader = Reader(client, token)
    ended(client, session, how, link["id"], experiment)
    answers = [
        reader.get(f"experiments/{experiment}"),
        Reader(client, token).opened,
        Reader(client, "A" * 22).opened,
        Reader(client, "no token at all").opened,
        reader.browser.get(f"/s/{token}/card.png"),
        reader.browser.get(f"/s/{'A' * 22}/card.png"),
    ]
    told = {(a.status_code, a.json()["detail"], a.headers["cache-control"]) for a in answers}
    assert told == {(NotFound.status, GONE, "private, no-store")}


def test_what_is_not_there_is_not_shared(client: TestClient, session: Session) -> None:
    for wish in ({"kind": "run", "id": "nothing"}, {"kind": "comparison", "state": {"a": "x", "b": "y"}}):
        assert client.post("/api/v1/share-links", json=wish).status_code == 404
    for wish in (
        {"kind": "run"},
        {"kind": "run", "id": "x", "state": {"a": "x"}},
        {"kind": "experiment", "state": {"a": "x"}},
        {"kind": "run", "id": "x", "as_report": True},
        {"kind": "experiment", "id": "x", "days": 2},
        {"kind": "host", "id": "x"},
    ):
        assert client.post("/api/v1/share-links", json=wish).status_code == 422, wish


def test_answers_are_kept_by_nobody_and_found_by_no_search_engine(
    client: TestClient, experiment: str
) -> None:
    reader = Reader(client, shared(client, kind="experiment", id=experiment)[0])
    for answer in (
        reader.opened,
        reader.get(f"experiments/{experiment}"),
        reader.get(f"experiments/{experiment}/charts/delta.svg"),
        reader.get("hosts"),
        reader.browser.get(f"/s/{reader.token}"),
    ):
        assert answer.headers["cache-control"] == "private, no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-robots-tag"].startswith("noindex")


def test_the_cookie_goes_to_what_its_link_shows_and_is_out_of_reach_of_scripts(
    client: TestClient, experiment: str
) -> None:
    opened = Reader(client, shared(client, kind="experiment", id=experiment)[0]).opened
    cookie = opened.headers["set-cookie"]
    assert f"Path=/api/v1/shared/{opened.json()['id']};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    token = shared(client, kind="experiment", id=experiment)[0]
    safe = browser(client, "https://127.0.0.1:8080").post("/api/v1/shared", json={"token": token})
    assert safe.headers["set-cookie"].startswith("__Secure-dyno_share=")
    assert "Secure" in safe.headers["set-cookie"].split("=", 1)[1]


def test_on_loopback_a_link_goes_on_at_the_name_that_no_other_server_has(
    client: TestClient, experiment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, _ = shared(client, kind="experiment", id=experiment)
    monkeypatch.setenv("DYNO_OWN_NAME", OWN_NAME)
    get_settings.cache_clear()
    try:
        opened = Reader(client, token).opened
    finally:
        monkeypatch.undo()
        get_settings.cache_clear()
    assert opened.json()["url"] == f"http://{OWN_NAME}:8080/s/{token}"
    assert "set-cookie" not in opened.headers


def test_guesses_are_throttled_by_address(client: TestClient, experiment: str) -> None:
    guesser = browser(client, "http://127.0.0.1:8080", address="192.0.2.7")
    answers = [guesser.post("/api/v1/shared", json={"token": f"{n:022}"}) for n in range(12)]
    assert [a.status_code for a in answers] == [404] * 10 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    token, _ = shared(client, kind="experiment", id=experiment)
    assert guesser.post("/api/v1/shared", json={"token": token}).status_code == 429
    other = browser(client, "http://127.0.0.1:8080", address="192.0.2.8")
    assert other.post("/api/v1/shared", json={"token": token}).status_code == 200


def test_a_reader_is_told_no_start_of_a_queued_experiment(farm: Farm) -> None:
    """Those before it do not exist for a reader, so a figure could only be wrong."""
    ahead, queued = farm.launch(name="ahead"), farm.launch(name="queued")
    assert farm.experiment(queued)["queue_start"]["seconds"] > 0
    reader = Reader(farm.client, shared(farm.client, kind="experiment", id=queued)[0])
    seen = reader.get(f"experiments/{queued}").json()
    assert (seen["state"], seen["queue_start"], seen["queue_behind"]) == ("queued", None, [])
    assert ahead not in str(seen)
