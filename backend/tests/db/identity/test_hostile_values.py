"""What no id, token or name can be is refused in words, never an error of the server."""

import json

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.tests.db.identity.people import browser, person

ASKED = [
    ("GET", "share-links?subject=%00"),
    ("GET", "audit?account_id=%00"),
    ("GET", "audit?since=2020-01-01"),
    ("GET", "audit?until=0001-01-01T00:00:00Z"),
    ("GET", "audit?since=9999-12-31T23:59:59-14:00"),
    ("GET", "audit?since=0001-01-01T00:00:00%2B14:00"),
    ("GET", "audit/export.csv?account_id=%00"),
    ("GET", "audit?act=%00"),
    ("PATCH", "accounts/%00"),
    ("DELETE", "share-links/%00"),
    ("DELETE", "me/tokens/%00"),
    ("DELETE", "invitations/%00"),
    ("DELETE", "sessions/%00"),
    ("GET", "session?refused=%00"),
    ("GET", "session/oidc?state=%00&code=%ff&iss=%00"),
]
HALVES = ("\x00", "\ud800", "a\ud800b", "\u202e", "\x1b[2J")
BODIES = [
    ("session", "token"),
    ("session", "code"),
    ("session/oidc", "to"),
    ("session/oidc", "invitation"),
    ("shared", "token"),
    ("join", "code"),
    ("join", "login"),
    ("join", "name"),
    ("join", "password"),
    ("invitations", "note"),
    ("me/tokens", "name"),
]
REST = {
    "join": {"code": "x", "login": "abc", "name": "x", "password": "y" * 12},
    "invitations": {"role": "viewer"},
}


def _sound(status: int) -> bool:
    return status < 500


@pytest.fixture
def admin(app: TestClient, session: Session) -> TestClient:
    return person(app, session, Role.ADMIN)


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_ids_and_times_that_cannot_be(admin: TestClient, method: str, path: str) -> None:
    body = {"name": "a"} if method == "PATCH" else None
    answer = admin.request(method, f"/api/v1/{path}", json=body, follow_redirects=False)
    assert _sound(answer.status_code), answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(("path", "field"), BODIES)
def test_texts_that_cannot_be_kept(admin: TestClient, path: str, field: str, half: str) -> None:
    body = json.dumps({**REST.get(path, {}), field: half * 3})
    headers = {"Content-Type": "application/json"}
    answer = admin.post(f"/api/v1/{path}", content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.parametrize("half", HALVES)
def test_names_and_passwords_that_cannot_be(app: TestClient, half: str) -> None:
    for body in ({"login": half, "password": "x"}, {"login": "ada", "password": half}):
        headers = {"Content-Type": "application/json"}
        answer = browser(app).post("/api/v1/session", content=json.dumps(body), headers=headers)
        assert answer.status_code in (401, 422, 429), answer.text


@pytest.mark.parametrize("cookie", [b"\xff\xfe", b"\x00", b"=", b"a; dyno_session", b"x" * 5000])
def test_cookies_that_are_none(app: TestClient, cookie: bytes) -> None:
    for name in (b"dyno_session", b"dyno_provider", b"dyno_share"):
        sent = {b"cookie": name + b"=" + cookie}
        for path in ("hosts", "shared/1rsh00000000aa/metrics", "session/oidc?state=x&code=y"):
            answer = browser(app).get(f"/api/v1/{path}", headers=sent, follow_redirects=False)
            assert _sound(answer.status_code), answer.text
