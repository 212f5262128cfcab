"""How long requests take, by route."""

import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.prometheus import REQUESTS

API = "/api/v1"
OTHER = "other"
"""Paths of nobody's, pages and files: what a stranger makes up must not become a series."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class Timed:
    """Stands around everything else. Until the first byte: a stream of events lasts for minutes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin = time.perf_counter()

        async def timed_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                method = scope["method"] if scope["method"] in METHODS else OTHER
                labels = method, _route(scope), f"{message['status'] // 100}xx"
                REQUESTS.labels(*labels).observe(time.perf_counter() - begin)
            await send(message)

        await self.app(scope, receive, timed_send)


def _route(scope: Scope) -> str:
    """The template that the router found, whole; what was refused before it came there has none."""
    route: Any = scope.get("route")
    path = getattr(route, "path_format", "") or getattr(route, "path", "")
    prefix = API if scope["path"].startswith(API) and not path.startswith(API) else ""
    return f"{prefix}{path}" if path else OTHER
