"""Without credentials every route refuses, but for a short list that stands here."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session
from starlette.routing import WebSocketRoute

from backend.http.request_limits import AGENTS, ANYBODY
from backend.tests.db import builders
from backend.tests.db.agents import new_token
from backend.tests.db.identity.people import OWN_SITE, browser, signed_in

METHODS = {"get", "post", "put", "patch", "delete", "head", "options"}
# These check what they are given themselves; a CA is public, and so is the code of the agent, which machines
# fetch before they are known. With what they answer to nothing.
PUBLIC = {
    ("get", "/api/v1/session"): 200,
    ("post", "/api/v1/session"): 422,
    ("post", "/api/v1/session/oidc"): 404,
    ("get", "/api/v1/session/oidc"): 303,
    ("post", "/api/v1/shared"): 422,
    ("get", "/api/v1/shared/{link_id}/{path}"): 404,
    ("post", "/api/v1/join"): 422,
    ("post", "/api/v1/join/check"): 422,
    ("get", "/api/v1/agent/ca"): 404,
    ("get", "/agent/install.sh"): 200,
    ("get", "/agent/wheels/{name}"): 404,
}
# Not of the API: alive and ready, the manual, the agent's installer, and the page that asks to sign in.
PAGES = re.compile(r"/healthz|/readyz|/docs(/.*)?|/agent/install.sh|/agent/wheels/{name}|")


def operations(app: TestClient) -> list[tuple[str, str]]:
    paths = app.app.openapi()["paths"]  # pyright: ignore[reportAttributeAccessIssue, reportFunctionMemberAccess]
    return [(method, path) for path, methods in paths.items() for method in METHODS & set(methods)]


def filled(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "x", path)


def test_every_operation_of_the_api_wants_credentials(app: TestClient) -> None:
    found = operations(app)
    assert len(found) > 60
    asked = {(m, p): _status(app, m, p) for m, p in found}
    assert {op: status for op, status in asked.items() if status != 401} == PUBLIC


def _status(app: TestClient, method: str, path: str) -> int:
    return browser(app).request(method, filled(path), json={}, follow_redirects=False).status_code


def test_agents_need_tokens_of_their_own(app: TestClient, farm) -> None:
    """Neither nothing, nor a session, nor the token for enrolment opens what an agent may do."""
    visitor = signed_in(app)
    for method, path in operations(app):
        if path.startswith(AGENTS) and path not in ANYBODY:
            for headers in ({}, {"Authorization": f"Bearer {new_token()}"}):
                answer = visitor.request(method, filled(path), headers=headers)
                assert answer.status_code == 401, path


def test_no_route_is_outside_the_api_unless_it_is_meant_to_be(app: TestClient) -> None:
    routes: list[Any] = app.app.routes  # pyright: ignore[reportAttributeAccessIssue, reportFunctionMemberAccess]
    every = [found for route in routes for found in _inside(route)]
    assert not [route for route in every if isinstance(route, WebSocketRoute)]
    outside = {route.path for route in every if not route.path.startswith("/api/")}
    assert "/healthz" in outside
    assert {path for path in outside if not PAGES.fullmatch(path)} == {"/metrics"}  # it asks who comes


def _inside(route: Any) -> list[Any]:
    """The routes of a router that was included, or the route itself."""
    return list(route.effective_route_contexts()) if hasattr(route, "effective_route_contexts") else [route]


@pytest.mark.parametrize("method", sorted(METHODS | {"trace", "propfind"}))
@pytest.mark.parametrize(
    "path",
    [
        "/api/docs",
        "/api/docs/swagger-ui.css",
        "/api/v1/openapi.json",
        "/api/v1/events",
        "/api/v1/nothing",
        "/api/v2/hosts",
        "/api/v1/session/",
        "/api/v1/session/../hosts",
        "/api/v1/session/links",
        "/metrics",
    ],
)
def test_what_is_not_an_operation_refuses_too(app: TestClient, method: str, path: str) -> None:
    assert browser(app).request(method, path).status_code == 401


@pytest.mark.parametrize("path", ["//api/v1/hosts", "/./api/v1/hosts", "/API/v1/hosts", "/%61pi/v1/hosts"])
def test_other_spellings_of_a_path_find_no_way_in(app: TestClient, session: Session, path: str) -> None:
    builders.article_c(session)
    answer = browser(app).get(path)
    assert answer.status_code in (401, 404) or "text/html" in answer.headers["content-type"]
    assert "load-1" not in answer.text


def test_exports_pictures_and_cards_refuse(app: TestClient, session: Session) -> None:
    experiment, runs = builders.article_c(session)
    run = next(iter(runs.values()))
    paths = [
        *(f"/api/v1/experiments/{experiment.id}/export.{kind}" for kind in ("csv", "json", "md", "html")),
        f"/api/v1/experiments/{experiment.id}/charts/grid.png",
        f"/api/v1/experiments/{experiment.id}/card.png",
        f"/api/v1/runs/{run.id}/export.json",
    ]
    assert {path: browser(app).get(path).status_code for path in paths} == dict.fromkeys(paths, 401)


def test_strangers_hear_whether_it_lives_and_nothing_else(app: TestClient) -> None:
    stranger = browser(app, OWN_SITE)
    assert stranger.get("/healthz").json() == {"status": "alive"}
    # the tables were made without migrations, so the schema has no version
    answer = stranger.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["detail"] == "Not ready; the log of the API says why"
    assert "alembic" in app.get("/readyz").json()["detail"]
