"""Links work once and for minutes; cookies belong to the dashboard's own host name."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.identity import service
from backend.settings import get_settings
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.identity.people import OWN_NAME, OWN_SITE, browser, code_of, new_link, signed_in


def test_without_credentials_loopback_says_nothing_either(app: TestClient) -> None:
    for site in ("http://127.0.0.1:8080", "http://localhost:8080", OWN_SITE):
        answer = browser(app, site).get("/api/v1/hosts")
        assert answer.status_code == 401
        assert "`dyno login`" in answer.json()["detail"]


def test_a_dashboard_without_a_token_lets_nobody_in(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DYNO_TOKEN")
    get_settings.cache_clear()
    for token in ("", "None", TOKEN):
        headers = {"Authorization": f"Bearer {token}"}
        assert browser(app).get("/api/v1/hosts", headers=headers).status_code == 401
        assert browser(app).post("/api/v1/session", json={"token": token}).status_code == 401


def test_a_link_signs_one_browser_in_once(app: TestClient) -> None:
    link = new_link(app)
    assert link.startswith(f"{OWN_SITE}/#sign-in=")
    first, second = browser(app), browser(app)
    assert first.post("/api/v1/session", json={"code": code_of(link)}).json() == {"url": None}
    assert first.get("/api/v1/hosts").status_code == 200
    refused = second.post("/api/v1/session", json={"code": code_of(link)})
    assert refused.status_code == 401
    assert "used already or has expired. Ask an admin" in refused.json()["detail"]
    assert "`dyno login`" in refused.json()["detail"]
    assert second.get("/api/v1/hosts").status_code == 401


def test_a_link_is_too_old_after_ten_minutes(app: TestClient, session: Session) -> None:
    link = new_link(app)
    session.execute(text("update sign_in_links set expires_at = now() - interval '1 second'"))
    session.commit()
    assert browser(app).post("/api/v1/session", json={"code": code_of(link)}).status_code == 401
    left = datetime.fromisoformat(
        browser(app).post("/api/v1/session/links", headers=BEARER).json()["expires_at"]
    ) - datetime.now(UTC)
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)


def test_the_database_holds_hashes_only(app: TestClient, session: Session) -> None:
    cookie = signed_in(app).cookies["dyno_session"]
    code = code_of(new_link(app))
    kept = [text("select * from sessions"), text("select * from sign_in_links")]
    rows = [str(row) for query in kept for row in session.execute(query)]
    assert len(rows) == 2
    for secret in (cookie, code, TOKEN):
        assert not [row for row in rows if secret in row]


def test_only_the_token_makes_links(app: TestClient) -> None:
    assert browser(app).post("/api/v1/session/links").status_code == 401
    assert signed_in(app).post("/api/v1/session/links").status_code == 403


@pytest.mark.parametrize(
    ("bind", "port", "site"),
    [
        ("127.0.0.1", "8080", OWN_SITE),
        ("::1", "9000", f"http://{OWN_NAME}:9000"),
        ("0.0.0.0", "8080", OWN_SITE),
        ("10.0.0.1", "8080", "http://10.0.0.1:8080"),
        ("fd00::1", "8080", "http://[fd00::1]:8080"),
    ],
)
def test_a_link_is_for_where_the_dashboard_listens(
    app: TestClient, monkeypatch: pytest.MonkeyPatch, bind: str, port: str, site: str
) -> None:
    monkeypatch.setenv("DYNO_BIND", bind)
    monkeypatch.setenv("DYNO_INSECURE_NETWORK", "1")
    monkeypatch.setenv("DYNO_PORT", port)
    get_settings.cache_clear()
    assert new_link(app).startswith(f"{site}/#sign-in=")


@pytest.mark.parametrize("site", ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])
def test_a_name_that_other_users_share_gets_a_link_and_no_cookie(app: TestClient, site: str) -> None:
    """Cookies are sent to every port of their host name, and so to other users' servers on 127.0.0.1."""
    answer = browser(app, site).post("/api/v1/session", json={"token": TOKEN})
    assert "set-cookie" not in answer.headers
    link = answer.json()["url"]
    assert link.startswith(f"{OWN_SITE}/#sign-in=")
    assert browser(app).post("/api/v1/session", json={"code": code_of(link)}).status_code == 200


def test_a_tunnel_keeps_its_port(app: TestClient) -> None:
    answer = browser(app, "http://127.0.0.1:9999").post("/api/v1/session", json={"token": TOKEN})
    assert answer.json()["url"].startswith(f"http://{OWN_NAME}:9999/#")


def test_strangers_do_not_learn_the_own_name(app: TestClient) -> None:
    """Whoever knows it could lure a signed-in browser to another port of it, and get its cookie."""
    stranger = browser(app, "http://127.0.0.1:8080")
    asked = [
        stranger.get(path) for path in ("/", "/healthz", "/readyz", "/api/v1/hosts", "/docs", "/nothing")
    ] + [
        stranger.post("/api/v1/session", json={"token": "wrong"}),
        stranger.get("/", headers={"Host": "evil.example"}),
    ]
    assert not [answer for answer in asked if OWN_NAME in answer.text + str(answer.headers)]


@pytest.mark.parametrize(
    ("site", "name", "attributes"),
    [
        (OWN_SITE, "dyno_session", {"HttpOnly", "SameSite=strict", "Path=/"}),
        (
            "https://dyno.example",
            "__Host-dyno_session",
            {"HttpOnly", "SameSite=strict", "Path=/", "Secure"},
        ),
    ],
)
def test_the_cookie(app: TestClient, site: str, name: str, attributes: set[str]) -> None:
    visitor = browser(app, site)
    answer = visitor.post("/api/v1/session", json={"token": TOKEN})
    pair, *others = answer.headers["set-cookie"].split("; ")
    assert pair.startswith(f"{name}=")
    assert TOKEN not in pair
    assert {other for other in others if not other.startswith("Max-Age")} == attributes
    assert visitor.get("/api/v1/hosts").status_code == 200
    forged = {"Cookie": f"{name}=0"}
    assert browser(app, site).get("/api/v1/hosts", headers=forged).status_code == 401


def test_over_tls_a_cookie_without_the_prefix_is_nothing(app: TestClient) -> None:
    """A page on plain HTTP, or of a sibling host, could have planted it."""
    secret = signed_in(app).cookies["dyno_session"]
    headers = {"Cookie": f"dyno_session={secret}"}
    assert browser(app, "https://dyno.example").get("/api/v1/hosts", headers=headers).status_code == 401


@pytest.mark.parametrize("body", [{}, {"token": TOKEN, "code": "x"}, {"token": None}, {"token": "x" * 513}])
def test_a_sign_in_is_by_token_or_by_code(app: TestClient, body: dict[str, str]) -> None:
    assert browser(app).post("/api/v1/session", json=body).status_code == 422


def test_a_wrong_token_decides_although_there_is_a_session(app: TestClient) -> None:
    answer = signed_in(app).get("/api/v1/hosts", headers={"Authorization": "Bearer wrong"})
    assert answer.status_code == 401


def test_two_at_the_same_time_share_no_link(app: TestClient, session: Session) -> None:
    code = code_of(new_link(app))
    assert service.spend_code(session, get_settings(), code)
    assert not service.spend_code(session, get_settings(), code)
