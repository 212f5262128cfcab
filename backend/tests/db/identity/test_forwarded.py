"""Forwarded headers count from the trusted proxy, and from nobody else."""

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from backend.http.rate_limiter import EACH
from backend.identity.guard import address_limiter
from backend.main import create_app
from backend.settings import get_settings
from backend.tests.access import BEARER
from backend.tests.db.identity.people import OWN_NAME

PROXY, STRANGER, CLIENT = "10.0.0.2", "10.0.0.3", "203.0.113.9"
WRONG = {"Authorization": "Bearer wrong"}


@pytest.fixture
def app(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(get_settings(), "trusted_proxy", PROXY)
    return create_app()


def ask(app: FastAPI, peer: str, said: str) -> int:
    """The status for a wrong token: `peer` connects and says that it comes for another."""
    client = TestClient(app, base_url="http://127.0.0.1", client=(peer, 50000))
    headers = WRONG | {"X-Forwarded-For": said, "X-Forwarded-Proto": "https"}
    return client.get("/api/v1/hosts", headers=headers).status_code


def test_clients_of_the_trusted_proxy_are_told_apart(app: FastAPI) -> None:
    assert [ask(app, PROXY, CLIENT) for _ in range(EACH + 1)] == [401] * EACH + [429]
    assert ask(app, PROXY, "203.0.113.10") == 401
    assert ask(app, PROXY, f"203.0.113.11, {CLIENT}") == 429  # what a client puts before counts nothing


@pytest.mark.parametrize("peer", [STRANGER, "127.0.0.1"])
def test_nobody_else_says_where_he_comes_from(app: FastAPI, peer: str) -> None:
    for number in range(EACH):
        assert ask(app, peer, f"203.0.113.{number}") == 401
    assert address_limiter.wait_s(peer)
    assert not address_limiter.wait_s("203.0.113.0")


def test_without_a_trusted_proxy_nobody_is_believed(client: TestClient) -> None:
    for number in range(EACH):
        assert ask(client.app, STRANGER, f"203.0.113.{number}") == 401  # pyright: ignore[reportArgumentType]
    assert address_limiter.wait_s(STRANGER)


@pytest.mark.parametrize(("peer", "cookie"), [(PROXY, "__Host-dyno_session"), (STRANGER, "dyno_session")])
def test_the_proxy_says_whether_there_is_tls(app: FastAPI, peer: str, cookie: str) -> None:
    client = TestClient(app, base_url="http://127.0.0.1", client=(peer, 50000))
    body = {"token": get_settings().token.get_secret_value()}  # pyright: ignore[reportOptionalMemberAccess]
    answer = client.post("/api/v1/session", json=body, headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["set-cookie"].startswith(f"{cookie}=")


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        ("https://dyno.example.com", "https://dyno.example.com/"),
        ("https://dyno.example.com:8443", "https://dyno.example.com:8443/"),
        ("https://127.0.0.1:8443", f"https://{OWN_NAME}:8443/"),  # a cookie of 127.0.0.1 goes to every port
    ],
)
def test_a_sign_in_link_made_through_the_proxy_leads_through_it(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch, site: str, expected: str
) -> None:
    monkeypatch.setattr(get_settings(), "allowed_hosts", ["dyno.example.com"])
    monkeypatch.setattr(get_settings(), "own_name", OWN_NAME)
    client = TestClient(app, base_url=site, client=(PROXY, 50000))
    answer = client.post("/api/v1/session/links", headers=BEARER | {"X-Forwarded-Proto": "https"})
    assert answer.json()["url"].startswith(f"{expected}#sign-in=")
