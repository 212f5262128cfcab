"""An admin lets somebody who forgot a password set a new one, and gains nothing by it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy import update
from sqlalchemy.orm import Session

from backend.identity.principal import Role
from backend.records.access.accounts import Account
from backend.tests.db.identity.people import account_of, browser, browser_of, code_of, person

NEW = "a horse that staples batteries"


def ask(admin: TestClient, account: Account) -> Response:
    return admin.post(f"/api/v1/accounts/{account.id}/password-links")


def link_of(admin: TestClient, account: Account) -> str:
    answer = ask(admin, account)
    assert answer.status_code == 201, answer.text
    return answer.json()["url"]


def open_link(app: TestClient, link: str) -> tuple[int, TestClient]:
    visitor = browser(app)
    return visitor.post("/api/v1/session", json={"code": code_of(link)}).status_code, visitor


def test_a_link_of_an_admin_sets_a_forgotten_password_once(app: TestClient, session: Session) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob")
    earlier = browser_of(app, session, bob)
    link = link_of(admin, bob)
    assert "/account#sign-in=" in link
    status, visitor = open_link(app, link)
    assert (status, visitor.get("/api/v1/me").json()["login"]) == (200, "bob")
    assert visitor.put("/api/v1/me/password", json={"new": NEW}).status_code == 204
    assert earlier.get("/api/v1/me").status_code == 401
    assert open_link(app, link)[0] == 401
    assert browser(app).post("/api/v1/session", json={"login": "bob", "password": NEW}).status_code == 200


def test_a_new_password_ends_the_other_links_of_the_account(app: TestClient, session: Session) -> None:
    """Somebody else may have one of them, or may have read it on its way."""
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob")
    first, second = link_of(admin, bob), link_of(admin, bob)
    _, visitor = open_link(app, first)
    assert visitor.put("/api/v1/me/password", json={"new": NEW}).status_code == 204
    assert open_link(app, second)[0] == 401


def test_the_audit_log_names_who_made_the_link_and_what_was_done_with_it(
    app: TestClient, session: Session
) -> None:
    ada = account_of(session, "ada", Role.ADMIN)
    admin, bob = browser_of(app, session, ada), account_of(session, "bob")
    open_link(app, link_of(admin, bob))
    entries = admin.get("/api/v1/audit").json()
    acts = [(entry["act"], entry["account_id"], entry["subject"], entry["words"]) for entry in entries[:2]]
    assert acts == [("signed in", bob.id, "", "reset"), ("password link made", ada.id, bob.id, "bob")]


@pytest.mark.parametrize(
    ("change", "status", "reason"),
    [
        ({"disabled_at": datetime.now(UTC)}, 409, "enable the account first"),
        ({"is_owners": True}, 409, "signs in by the link of `dyno login`"),
        ({"can_reach_hosts": True}, 403, "the right “hosts”"),
    ],
)
def test_nobody_gets_rights_of_another_person_by_it(
    app: TestClient, session: Session, change: dict[str, Any], status: int, reason: str
) -> None:
    admin, bob = person(app, session, Role.ADMIN), account_of(session, "bob")
    link = link_of(admin, bob)
    session.execute(update(Account).where(Account.id == bob.id).values(change))
    session.commit()
    refused = ask(admin, bob)
    assert refused.status_code == status
    assert reason in refused.json()["detail"]
    assert open_link(app, link)[0] == 401, "nor by a link from before"


@pytest.mark.parametrize("change", [{"disabled_at": datetime.now(UTC)}, {"role": Role.OPERATOR}])
def test_a_link_ends_with_the_rights_of_its_maker(
    app: TestClient, session: Session, change: dict[str, Any]
) -> None:
    ada, bob = account_of(session, "ada", Role.ADMIN), account_of(session, "bob")
    link = link_of(browser_of(app, session, ada), bob)
    session.execute(update(Account).where(Account.id == ada.id).values(change))
    session.commit()
    assert open_link(app, link)[0] == 401


def test_only_admins_in_a_browser_make_one(app: TestClient, session: Session) -> None:
    bob = account_of(session, "bob")
    assert ask(person(app, session, Role.OPERATOR, hosts=True), bob).status_code == 403
    admin = person(app, session, Role.ADMIN, hosts=True)
    program = browser(app)
    made = admin.post("/api/v1/me/tokens", json={"name": "ci", "scope": "hosts"}).json()
    program.headers["Authorization"] = f"Bearer {made['token']}"
    assert ask(program, bob).status_code == 403
    assert admin.post("/api/v1/accounts/none/password-links").status_code == 404
