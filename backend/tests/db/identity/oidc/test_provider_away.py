"""A provider that is away, wrong, or leads elsewhere: said in words; all others sign in as before."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from backend.cli.embedded.authority import authority
from backend.identity.oidc import http
from backend.identity.oidc import provider as ours
from backend.identity.oidc.settings import get_oidc
from backend.operations.doctor import server as doctor
from backend.operations.doctor.finding import State
from backend.tests.access import TOKEN
from backend.tests.db.identity.oidc.conftest import Set
from backend.tests.db.identity.oidc.provider import CLIENT, Claims, Provider
from backend.tests.db.identity.oidc.visits import START, at_provider, back, came_by_provider
from backend.tests.db.identity.people import OWN_NAME, browser
from backend.tests.receivers import hook, server_context

AWAY = "/#refused=away"


def beginning(app: TestClient) -> str:
    """What is said to who wants to sign in."""
    answer = browser(app).post(START, json={})
    assert answer.status_code == 503, answer.text
    return answer.json()["detail"]


@pytest.fixture
def silent() -> Iterator[int]:
    """A port at which somebody listens and says nothing, and then a byte now and then."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_nobody_there(app: TestClient, setting: Set, silent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "EACH_S", 0.2)
    for issuer in ("http://127.0.0.1:1", f"http://127.0.0.1:{silent}"):
        setting(issuer=issuer, client_id=CLIENT)
        assert "does not answer" in beginning(app)
        (found,) = doctor.sign_in(get_oidc())
        assert (found.state, "does not answer" in found.text) == (State.FAILS, True)
    assert browser(app).post("/api/v1/session", json={"token": TOKEN}).status_code == 200


def test_why_the_provider_does_not_answer(app: TestClient, setting: Set, tmp_path: Path) -> None:
    setting(issuer="http://127.0.0.1:1", client_id=CLIENT)
    words = beginning(app)
    assert words.startswith("The provider does not answer. Sign in in another way, or try again in a minute")
    assert words.endswith("does not answer: Connection refused")
    with hook(server_context(authority(tmp_path / "ca"), ["127.0.0.1"], tmp_path)) as server:
        setting(issuer=server.url, client_id=CLIENT)
        reason = beginning(app)
    assert "its certificate is not good: " in reason
    assert reason.endswith("for a private CA set SSL_CERT_FILE")


def test_a_provider_that_goes_away_meanwhile(dashboard: TestClient, provider: Provider) -> None:
    visitor = browser(dashboard)
    address = at_provider(visitor)
    provider.token = lambda form, authorization: (503, {"error": "temporarily_unavailable"})
    assert back(visitor, address) == AWAY


@pytest.mark.parametrize("keys", [[], {}, None, "x"])
def test_a_provider_without_keys(dashboard: TestClient, provider: Provider, keys: object) -> None:
    provider.keys = keys  # pyright: ignore[reportAttributeAccessIssue]
    visitor = browser(dashboard)
    assert back(visitor, at_provider(visitor)) == ("/#refused=not_believed" if keys == [] else AWAY)


ELSEWHERE = (
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:1/keys",
    "https://evil.example/keys",
    "http://localhost/keys",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "//evil.example",
    "/keys",
    "",
    "http://[::1",
)


@pytest.mark.parametrize(
    "name", ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"]
)
@pytest.mark.parametrize("url", ELSEWHERE)
def test_discovery_leads_nobody_elsewhere(
    dashboard: TestClient, provider: Provider, name: str, url: str
) -> None:
    provider.discovery = {name: url}
    assert "DYNO_OIDC_HOSTS" in beginning(dashboard)
    provider.discovery = {name: f"http://u:p@127.0.0.1:{provider.port}/x"}
    assert "DYNO_OIDC_HOSTS" in beginning(dashboard)


def test_a_host_that_the_operator_named_is_the_providers_too_by_tls(
    dashboard: TestClient, provider: Provider, setting: Set
) -> None:
    setting(hosts="keys.example, other.example")
    provider.discovery = {"jwks_uri": "http://keys.example/keys"}
    assert "DYNO_OIDC_HOSTS" in beginning(dashboard)
    provider.discovery = {"jwks_uri": "https://keys.example/keys"}
    assert browser(dashboard).post(START, json={}).status_code == 200


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://evil.example"},
        {"issuer": "http://127.0.0.1/realm"},
        {"issuer": 7},
        {"token_endpoint": None},
        {"token_endpoint": {"url": "x"}},
    ],
)
def test_discovery_that_is_not_this_issuers(
    dashboard: TestClient, provider: Provider, discovery: Claims
) -> None:
    provider.discovery = discovery
    assert "openid-configuration" in beginning(dashboard)


def test_redirects_and_floods_are_not_followed_to_their_end(
    dashboard: TestClient, provider: Provider
) -> None:
    provider.discovery = {"much": "x" * (http.MAX_BYTES + 1)}
    assert "more than" in beginning(dashboard)
    provider.discovery = {"jwks_uri": f"{provider.issuer}/authorize?redirect_uri=/realm/keys"}
    visitor = browser(dashboard)
    address = at_provider(visitor)
    provider.authorize = lambda query: "http://169.254.169.254/"  # pyright: ignore[reportAttributeAccessIssue]
    assert back(visitor, address) == AWAY


def test_strangers_do_not_make_us_ask_the_provider_each_time(
    dashboard: TestClient, provider: Provider
) -> None:
    for _ in range(5):
        assert browser(dashboard).post(START, json={}).status_code == 200
    assert provider.asked == ["/realm/.well-known/openid-configuration"]


def test_the_doctor_says_that_it_answers(dashboard: TestClient, provider: Provider) -> None:
    (found,) = doctor.sign_in(get_oidc())
    assert (found.state, provider.issuer in found.text) == (State.WELL, True)


def test_waiting_for_the_provider_keeps_nobody_from_signing_in(
    app: TestClient, server: str, setting: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many wait as may, and a token is looked at meanwhile."""
    asked, go_on = threading.Semaphore(0), threading.Event()

    def wait(*_: object) -> None:
        asked.release()
        go_on.wait(30)
        raise http.ProviderAway("away")

    monkeypatch.setattr(ours, "ask", wait)
    setting(issuer="https://login.example", client_id=CLIENT)
    own = {"Host": OWN_NAME}
    with httpx.Client(base_url=server, headers=own, trust_env=False, timeout=30) as visitor:
        with ThreadPoolExecutor() as pool:
            waiting = [pool.submit(visitor.post, START, json={}) for _ in range(4)]
            try:
                assert asked.acquire(timeout=20)
                assert asked.acquire(timeout=20)
                assert visitor.post("/api/v1/session", json={"token": TOKEN}).status_code == 200
                assert not any(one.done() for one in waiting)
            finally:
                go_on.set()
        assert [one.result().status_code for one in waiting] == [503] * 4


def test_without_a_provider_nothing_is_offered(app: TestClient) -> None:
    assert browser(app).get("/api/v1/session").json() == {"provider": None, "refused": None}
    assert browser(app).post(START, json={}).status_code == 404
    came = browser(app).get(f"{START}?state=x&code=y", follow_redirects=False)
    assert came.headers["location"] == "/#refused=not_begun"


def test_with_one_the_button_has_its_name(dashboard: TestClient, setting: Set) -> None:
    setting(name="")
    assert browser(dashboard).get("/api/v1/session").json()["provider"] == "127.0.0.1"
    came_by_provider(dashboard)
