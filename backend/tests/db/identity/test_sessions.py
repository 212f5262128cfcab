"""Sessions are listed and ended: one, all, by time, and by another token."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.settings import get_settings
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.identity.people import OWN_SITE, browser, code_of, new_link, signed_in

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def is_in(visitor: TestClient) -> bool:
    return visitor.get("/api/v1/hosts").is_success


def test_the_list_says_who_is_signed_in(app: TestClient) -> None:
    first = signed_in(app)
    second = browser(app)
    second.post("/api/v1/session", json={"token": TOKEN}, headers={"User-Agent": FIREFOX})
    rows = second.get("/api/v1/sessions").json()
    assert [(row["came_from"], row["browser"], row["is_this"]) for row in rows] == [
        ("token", "Firefox on Linux", True),
        ("link", "Another program", False),
    ]
    assert [row["name"] for row in first.get("/api/v1/sessions").json()] == ["owner"]
    for_token = browser(app).get("/api/v1/sessions", headers=BEARER).json()
    assert [row["is_this"] for row in for_token] == [False, False]
    assert first.cookies["dyno_session"] not in str(rows)


def test_signing_out_ends_this_session_on_the_server(app: TestClient) -> None:
    visitor, other = signed_in(app), signed_in(app)
    stolen = {"Cookie": f"dyno_session={visitor.cookies['dyno_session']}"}
    answer = visitor.delete("/api/v1/session")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not browser(app).get("/api/v1/hosts", headers=stolen).is_success
    assert is_in(other)


def test_one_browser_ends_the_session_of_another(app: TestClient) -> None:
    lost, mine = signed_in(app), signed_in(app)
    (row,) = [row for row in mine.get("/api/v1/sessions").json() if not row["is_this"]]
    assert mine.delete(f"/api/v1/sessions/{row['id']}").status_code == 204
    assert not is_in(lost)
    assert is_in(mine)
    assert mine.delete(f"/api/v1/sessions/{row['id']}").status_code == 404


def test_signing_out_everywhere_ends_unused_links_too(app: TestClient) -> None:
    visitors, link = [signed_in(app), signed_in(app)], new_link(app)
    assert visitors[0].delete("/api/v1/sessions").status_code == 204
    assert [is_in(visitor) for visitor in visitors] == [False, False]
    assert browser(app).post("/api/v1/session", json={"code": code_of(link)}).status_code == 401


def test_another_token_ends_what_came_from_the_old_one(
    app: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, link = signed_in(app), new_link(app)
    monkeypatch.setenv("DYNO_TOKEN", TOKEN + "-changed")
    get_settings.cache_clear()
    assert not is_in(visitor)
    assert browser(app).post("/api/v1/session", json={"code": code_of(link)}).status_code == 401
    headers = {"Authorization": f"Bearer {TOKEN}-changed"}
    assert browser(app).get("/api/v1/sessions", headers=headers).json() == []


def test_a_session_ends_after_thirty_days_without_use(app: TestClient, session: Session) -> None:
    visitor = signed_in(app)
    _set_last_use(session, "29 days")
    assert is_in(visitor)
    assert session.scalar(text("select now() - last_used_at < interval '1 minute' from sessions"))
    _set_last_use(session, "31 days")
    assert not is_in(visitor)
    signed_in(app)
    session.rollback()
    assert session.scalar(text("select count(*) from sessions")) == 1


def _set_last_use(session: Session, ago: str) -> None:
    session.execute(text("update sessions set last_used_at = now() - cast(:ago as interval)"), {"ago": ago})
    session.commit()


def test_signing_in_again_replaces_the_session_of_the_browser(app: TestClient) -> None:
    visitor = signed_in(app)
    visitor.post("/api/v1/session", json={"code": code_of(new_link(app))})
    assert len(visitor.get("/api/v1/sessions").json()) == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": OWN_SITE}, 422),  # let through, and then refused for what it asks
        ({}, 422),
        ({"Origin": OWN_SITE.replace("8080", "9000")}, 403),
        ({"Origin": OWN_SITE.replace("http:", "https:")}, 403),
        ({"Origin": "http://127.0.0.1:8080"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 401),
        ({"Sec-Fetch-Site": "cross-site"}, 401),
    ],
)
def test_other_pages_cannot_use_the_cookie_to_change_anything(
    app: TestClient, headers: dict[str, str], status: int
) -> None:
    visitor = signed_in(app)
    assert visitor.post("/api/v1/experiments", json={}, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 200), ("none", 200), ("same-site", 401), ("cross-site", 401)]
)
def test_other_pages_cannot_even_load_with_the_cookie(app: TestClient, site: str, status: int) -> None:
    """Another port of the same host name is the same site to a browser, which then sends the cookie."""
    answer = signed_in(app).get("/api/v1/hosts", headers={"Sec-Fetch-Site": site})
    assert answer.status_code == status


def test_another_site_cannot_sign_a_browser_in(app: TestClient) -> None:
    """As somebody else, whose session the next person would go on with."""
    body = {"code": code_of(new_link(app))}
    answer = browser(app).post("/api/v1/session", json=body, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
