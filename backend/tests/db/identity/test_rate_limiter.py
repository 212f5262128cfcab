"""Whoever is wrong too often waits; nobody else does."""

import time

import pytest
from fastapi.testclient import TestClient

from backend.http.rate_limiter import EACH, TOTAL
from backend.identity.guard import address_limiter
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.identity.people import browser, code_of, new_link, signed_in

WRONG = {"Authorization": "Bearer wrong"}


def guess(visitor: TestClient, how: str) -> int:
    if how == "bearer":
        return visitor.get("/api/v1/hosts", headers=WRONG).status_code
    return visitor.post("/api/v1/session", json={how: "wrong"}).status_code


@pytest.mark.parametrize("how", ["bearer", "token", "code"])
def test_the_eleventh_wrong_one_waits(app: TestClient, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(address_limiter, "_clock", lambda: now)  # one try comes back in six seconds
    visitor = browser(app, address="203.0.113.1")
    assert [guess(visitor, how) for _ in range(EACH)] == [401] * EACH
    answer = visitor.post("/api/v1/session", json={"token": "wrong"})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 6
    problem = answer.json()
    assert problem["code"] == "too_many_attempts"
    assert f"try again in {answer.headers['Retry-After']} s" in problem["detail"]
    # not even the right one: otherwise guessing would go on at full speed
    assert visitor.get("/api/v1/hosts", headers=BEARER).status_code == 429
    assert visitor.post("/api/v1/session", json={"code": code_of(new_link(app))}).status_code == 429


def test_nobody_on_another_address_is_kept_out(app: TestClient) -> None:
    for _ in range(EACH + 5):
        guess(browser(app, address="203.0.113.1"), "bearer")
    right = browser(app, address="203.0.113.2")
    assert right.get("/api/v1/hosts", headers=BEARER).status_code == 200
    assert right.post("/api/v1/session", json={"token": TOKEN}).status_code == 200


def test_who_is_signed_in_does_not_notice(app: TestClient) -> None:
    visitor = signed_in(app)
    while guess(visitor, "code") != 429:
        pass
    assert visitor.get("/api/v1/hosts").status_code == 200


def test_other_users_of_the_machine_cannot_keep_the_right_one_out(app: TestClient) -> None:
    """All of them have the same address."""
    stranger, right = (browser(app, address="127.0.0.1") for _ in range(2))
    while guess(stranger, "bearer") != 429:
        pass
    assert right.get("/api/v1/hosts", headers=BEARER).status_code == 200


def test_many_strangers_keep_nobody_out_who_was_in_before(
    app: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(address_limiter, "_clock", lambda: now)  # five tries come back in a second
    known = browser(app, address="198.51.100.7")
    assert known.get("/api/v1/hosts", headers=BEARER).status_code == 200
    for n in range(TOTAL + 50):
        address_limiter.record_failure(f"203.0.{n // 200}.{n % 200}")
    assert guess(browser(app, address="198.51.100.8"), "bearer") == 429
    assert known.get("/api/v1/hosts", headers=BEARER).status_code == 200
