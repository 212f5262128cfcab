"""Who may ask what: each route is listed with a right, and refuses everybody who does not have it."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.identity.guard import address_limiter
from backend.identity.principal import Role
from backend.identity.rights import RIGHTS, Right, right_of
from backend.tests.access import BEARER
from backend.tests.db.agents import Farm
from backend.tests.db.identity.people import browser, person

MAY = {
    "nobody": {Right.PUBLIC},
    "viewer": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OWN},
    "operator": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OWN, Right.OPERATE},
    "operator with hosts": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OWN, Right.OPERATE, Right.HOSTS},
    "admin": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OWN, Right.OPERATE, Right.ADMIN},
    "the dashboard's token": set(Right) - {Right.AGENT},
    "agent": {Right.PUBLIC, Right.AGENT},
    "token to read": {Right.PUBLIC, Right.VIEW, Right.SCRAPE},
    "token to operate": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OPERATE},
    "token to hosts": {Right.PUBLIC, Right.VIEW, Right.SCRAPE, Right.OPERATE, Right.HOSTS},
}
TELLING = ("nobody", "viewer", "operator with hosts", "agent")
ENDLESS = "/api/v1/events"
ITSELF = [("POST", "/api/v1/agent/enrol"), ("GET", "/readyz")]  # for anybody, and look at tokens themselves
LAST = [("DELETE", "/api/v1/session"), ("DELETE", "/api/v1/sessions")]  # after each nobody is signed in


def routes_of(app: TestClient) -> set[tuple[str, str]]:
    """Method and path of everything that answers, but the pages of the UI."""
    routes: list[Any] = app.app.routes  # pyright: ignore[reportAttributeAccessIssue, reportFunctionMemberAccess]
    every = [
        one
        for route in routes
        for one in (
            route.effective_route_contexts() if hasattr(route, "effective_route_contexts") else [route]
        )
    ]
    found = {(method, one.path) for one in every for method in getattr(one, "methods", None) or ()}
    return {(method, path) for method, path in found if method != "HEAD"}


def test_every_route_is_listed_and_nothing_else(client: TestClient) -> None:
    found = routes_of(client)
    assert len(found) > 100
    assert found - set(RIGHTS) == set()
    assert set(RIGHTS) - found == set()


def asking(who: str, client: TestClient, session: Session, farm: Farm) -> TestClient:
    if who in ("nobody", "agent", "the dashboard's token"):
        found = browser(client, "http://127.0.0.1")
        tokens = {"agent": {"Authorization": f"Bearer {farm.tokens['proxy']}"}, "nobody": {}}
        found.headers.update(tokens.get(who, BEARER))
        return found
    if who.startswith("token to "):  # of somebody who may do everything
        body = {"name": "x", "scope": who.removeprefix("token to ")}
        made = person(client, session, Role.ADMIN, True).post("/api/v1/me/tokens", json=body)
        found = browser(client)
        found.headers["Authorization"] = f"Bearer {made.json()['token']}"
        return found
    role, _, hosts = who.partition(" with ")
    return person(client, session, Role(role), bool(hosts))


@pytest.mark.parametrize(
    "who", [who if who in TELLING else pytest.param(who, marks=pytest.mark.exhaustive) for who in MAY]
)
def test_nobody_gets_further_than_his_rights(app: TestClient, session: Session, farm: Farm, who: str) -> None:
    """401 and 403 alone refuse; whatever else comes was let through, to be judged by the route itself."""
    operations = sorted(op for op in RIGHTS if op not in [("GET", ENDLESS), *ITSELF, *LAST]) + LAST
    visitor = asking(who, app, session, farm)
    wrong = {}
    for method, path in operations:
        if (method, path) in LAST:
            visitor = asking(who, app, session, farm)
        address_limiter.clear()  # whoever is refused so often would be told to wait
        answer = visitor.request(method, re.sub(r"\{[^}]+\}", "x", path), json={})
        may = RIGHTS[method, path] in MAY[who]
        if (answer.status_code not in (401, 403)) != may:
            wrong[method, path] = answer.status_code
    assert wrong == {}


def test_an_unlisted_route_is_refused_to_everybody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even to who may do all: somebody forgot to say who else may not."""
    monkeypatch.delitem(rights_by_path(), ("GET", "/api/v1/hosts"))
    assert client.get("/api/v1/hosts").status_code == 404
    assert client.put("/api/v1/testbeds").status_code == 405


def rights_by_path() -> dict[tuple[str, str], Right]:
    from backend.identity import rights

    return rights._EXACT  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("end", ["%3F", "%23", "%0A", "%2F", ";", "%00", "/"])
def test_no_spelling_of_a_path_borrows_the_right_of_another(client: TestClient, end: str) -> None:
    """What the guard looks up is what the router serves."""
    stranger = browser(client, "http://127.0.0.1")
    for path in (f"/api/v1/session{end}", f"/api/v1/agent/ca{end}/../../hosts", f"/api/v1/agent/enrol{end}"):
        assert stranger.post(path, json={}).status_code == 401
        assert stranger.get(path).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "right"),
    [
        ("GET", "/api/v1/experiments/x/export.csv", Right.VIEW),
        ("HEAD", "/api/v1/experiments", Right.VIEW),
        ("POST", "/api/v1/testbeds/x/check", Right.OPERATE),
        ("POST", "/api/v1/testbeds/x/y/check", None),
        ("PUT", "/api/v1/hosts", None),
        ("GET", "/docs/a/b.html", Right.PUBLIC),
    ],
)
def test_the_right_of_a_path(method: str, path: str, right: Right | None) -> None:
    assert right_of(method, path) is right


def test_a_refusal_says_what_is_missing_and_who_gives_it(app: TestClient, session: Session) -> None:
    viewer, operator = person(app, session, Role.VIEWER), person(app, session, Role.OPERATOR)
    said = viewer.post("/api/v1/experiments", json={}).json()
    assert said["code"] == "forbidden"
    assert said["detail"] == (
        "this needs the role operator, and you are viewer; an admin can change that on People"
    )
    assert "the right “hosts”" in operator.post("/api/v1/testbeds", json={}).json()["detail"]


def test_a_body_that_may_not_be_sent_is_not_read(app: TestClient, session: Session) -> None:
    viewer = person(app, session, Role.VIEWER)

    answer = viewer.post("/api/v1/imports", headers={"Content-Length": "30000000"}, content=b"{")
    assert answer.status_code == 403
    assert answer.headers["connection"] == "close"
