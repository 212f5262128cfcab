"""Browsers for tests: each has cookies of its own and no token."""

from urllib.parse import urlsplit

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.identity import service
from backend.identity.principal import Role
from backend.identity.schemas import CameFrom
from backend.ids import new_id
from backend.records.access.accounts import Account
from backend.settings import get_settings
from backend.tests.access import BEARER

OWN_NAME = "dyno-0123456789abcdef0123.localhost"
OWN_SITE = f"http://{OWN_NAME}:8080"


def browser(app: TestClient, site: str = OWN_SITE, address: str = "testclient") -> TestClient:
    """A new browser at this address of the dashboard, connecting from `address`; on `app`’s loop."""
    client = TestClient(app.app, base_url=site, client=(address, 50000))
    client.portal = app.portal  # what waits on one loop is not woken from another
    return client


def new_link(app: TestClient) -> str:
    answer = browser(app, "http://127.0.0.1:8080").post("/api/v1/session/links", headers=BEARER)
    assert answer.status_code == 201, answer.text
    return answer.json()["url"]


def code_of(link: str) -> str:
    return urlsplit(link).fragment.removeprefix("sign-in=")


def signed_in(app: TestClient, site: str = OWN_SITE) -> TestClient:
    found = browser(app, site)
    answer = found.post("/api/v1/session", json={"code": code_of(new_link(app))})
    assert answer.status_code == 200, answer.text
    return found


def account_of(session: Session, login: str, role: Role = Role.OPERATOR, hosts: bool = False) -> Account:
    made = Account(id=new_id(), login=login, name=login.title(), role=role, can_reach_hosts=hosts)
    session.add(made)
    session.commit()
    return made


def browser_of(app: TestClient, session: Session, account: Account) -> TestClient:
    """A browser that is signed in to this account."""
    found = browser(app)
    secret = service.sign_in(session, get_settings(), account, CameFrom.LINK, "")
    session.commit()
    found.headers["Cookie"] = f"dyno_session={secret}"
    return found


def person(app: TestClient, session: Session, role: Role, hosts: bool = False) -> TestClient:
    """A browser of a new account with this role."""
    return browser_of(app, session, account_of(session, f"{role}-{new_id()}", role, hosts))
