"""Requests through share links: below /api/v1/shared/ID/ stand the addresses of the API that a link shows.

One place for all of them: what the link does not open is refused here, before any route; what it opens goes
on to the API's own route, which then finds a record that holds nothing else.
"""

import re
from typing import NamedTuple
from urllib.parse import urlencode

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.database import transaction
from backend.errors import DynoError, NotFound
from backend.http.checks import refuse
from backend.records import runs_queries
from backend.records.sharing.rows import seen_through
from backend.records.sharing.view import View
from backend.sharing import opening
from backend.sharing.token import TOKEN

_INSIDE = re.compile(r"/api/v1/shared/(?P<link>[0-9a-z]{14})/(?P<path>.*)", re.DOTALL)
_CARD = re.compile(rf"/s/(?P<token>{TOKEN})/card\.png")
OUTSIDE = "This is not part of what the link shows"
HEADERS = {
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
}
"""Of everything that is shown through a link."""


class _InnerRequest(NamedTuple):
    path: str
    query: bytes
    view: View


class SharedLinks:
    """Stands behind the guard, which lets these addresses through, and before bodies and slots."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(("/api/v1/shared", "/s/")):
            await self.app(scope, receive, send)
            return
        send = _private(send)
        try:
            inner_request = await _inner_request(Request(scope))
        except DynoError as error:
            await refuse(error, scope, receive, send)
            return
        if inner_request is None:
            await self.app(scope, receive, send)
            return
        path = f"/api/v1/{inner_request.path}"
        inner = {**scope, "path": path, "raw_path": path.encode(), "query_string": inner_request.query}
        with seen_through(inner_request.view):
            await self.app(inner, receive, send)


async def _inner_request(request: Request) -> _InnerRequest | None:
    """What is asked of the API; None where it is the opening of a link, or a page."""
    path = request.scope["path"]
    inside, card = _INSIDE.fullmatch(path), _CARD.fullmatch(path)
    if inside is None and card is None:
        return None
    if request.method != "GET":
        raise NotFound(OUTSIDE)
    async with request.app.state.logins:
        if card is not None:
            return await run_in_threadpool(_card, request, card["token"])
        assert inside is not None
        return await run_in_threadpool(_part, request, inside["link"], inside["path"])


def _card(request: Request, token: str) -> _InnerRequest:
    """The picture of a link is fetched by programs that have nothing but the link."""
    opened_link = opening.by_token(request, token)
    state = {} if opened_link.inside.comparison else opened_link.inside.state
    return _InnerRequest(opened_link.inside.card, urlencode(dict(state)).encode(), opened_link.view)


def _part(request: Request, link_id: str, path: str) -> _InnerRequest:
    opened_link = opening.by_cookie(request, link_id)
    trial = opened_link.inside.opens(path, request.query_params.multi_items())
    if trial is None or (trial and not _is_of(trial, opened_link.inside.runs)):
        raise NotFound(OUTSIDE)
    return _InnerRequest(path, request.scope["query_string"], opened_link.view)


def _is_of(trial_id: str, runs: frozenset[str]) -> bool:
    with transaction() as session:
        trial = runs_queries.trial(session, trial_id)
        return trial is not None and trial.run_id in runs


def _private(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return with_headers
