"""What is kept of an ended experiment, and when it is worked out anew."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.analysis import stored_headlines
from backend.tests.db import builders

BEST = (
    "pin cores raises throughput against none (+14.5% [+8.3, +21.0]); log disk lowers it against off "
    "(−8.4% [−11.7, −5.0]); not settled: workers and log memory."
)


def _sentence(client: TestClient) -> str:
    (listed,) = client.get("/api/v1/experiments").json()
    return listed["headline"]["sentence"]


def test_what_older_code_kept_is_shown_until_it_is_renewed(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = builders.article_c(session)
    made.headline = {**(made.headline or {}), "sentence": "as older code said it"}
    session.commit()
    monkeypatch.setattr(stored_headlines, "VERSION", stored_headlines.VERSION + 1)
    assert _sentence(client) == "as older code said it"
    assert client.get(f"/api/v1/experiments/{made.id}").json()["headline"]["sentence"].startswith(BEST)
    stored_headlines.keep_stale()
    assert _sentence(client) == BEST


def test_what_cannot_be_worked_out_is_said_once_and_not_tried_again(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = builders.article_c(session)
    tried = []

    def broken(*_: object) -> None:
        tried.append(1)
        raise ArithmeticError

    monkeypatch.setattr(stored_headlines, "VERSION", stored_headlines.VERSION + 1)
    monkeypatch.setattr(stored_headlines, "measured_rows", broken)
    stored_headlines.keep_stale()
    stored_headlines.keep_stale()
    assert tried == [1]
    assert _sentence(client) == "Its results could not be worked out."
    session.refresh(made)
    assert made.verdicts == []


def test_a_sweep_stops_when_its_time_is_up(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    bed = builders.a_testbed(session)
    for _ in range(2):
        builders.article_c(session, bed=bed)
    monkeypatch.setattr(stored_headlines, "VERSION", stored_headlines.VERSION + 1)
    monkeypatch.setattr(stored_headlines, "BUDGET_S", 0.0)
    seen = []
    monkeypatch.setattr(stored_headlines, "_renew", seen.append)
    stored_headlines.keep_stale()
    assert len(seen) == 1
