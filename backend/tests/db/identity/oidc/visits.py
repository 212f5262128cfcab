"""A browser that signs in by the provider."""

from typing import Any

import httpx
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account
from backend.tests.db.identity.people import browser, browser_of

START = "/api/v1/session/oidc"


def visitor_as(app: TestClient, session: Session, account: Account) -> TestClient:
    """A browser that is signed in to this account, and keeps further cookies beside that."""
    found = browser_of(app, session, account)
    found.cookies.set("dyno_session", found.headers.pop("Cookie").partition("=")[2])
    return found


def at_provider(visitor: TestClient, **what: Any) -> str:
    """Begin, and sign in at the provider: the address that it sends the browser back to."""
    begun = visitor.post(START, json=what)
    assert begun.status_code == 200, begun.text
    answer = httpx.get(begun.json()["url"], trust_env=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def back(visitor: TestClient, address: str) -> str:
    """Follow the provider's answer: where the dashboard sends the browser then."""
    answer = visitor.get(address, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def came_by_provider(app: TestClient, **what: Any) -> TestClient:
    """A browser that is signed in."""
    visitor = browser(app)
    assert back(visitor, at_provider(visitor, **what)) == what.get("to", "/")
    return visitor


def refused(app: TestClient, **what: Any) -> str:
    """Why a browser is not let in; it has no session."""
    visitor = browser(app)
    return refusal(visitor, at_provider(visitor, **what))


def refusal(visitor: TestClient, address: str) -> str:
    to = back(visitor, address)
    assert to.startswith("/#refused="), to
    assert visitor.get("/api/v1/me").status_code == 401
    return to.removeprefix("/#refused=")


def why(session: Session) -> str:
    """What the audit log says of the last sign-in that failed."""
    session.rollback()
    query = "select details->>'why' from audit where act = 'failed sign-in' order by id desc limit 1"
    return session.scalar(text(query)) or ""
