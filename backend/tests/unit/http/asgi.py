"""Speaking ASGI to an app by hand, so that a test sees how much of a body was taken."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message


@dataclass
class Exchange:
    """One request: `taken` counts the pieces of the body that the app asked for before it answered, `thrown`
    those that it asked for later."""

    method: str
    path: str
    pieces: Iterable[bytes] = ()
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    taken: int = 0
    thrown: int = 0
    ended: bool = False
    status: int = 0
    answered: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def problem(self) -> dict[str, Any]:
        assert self.answered["content-type"] == "application/problem+json"
        return json.loads(self.body)

    async def with_app(self, app: ASGIApp) -> "Exchange":
        left = iter(self.pieces)

        async def receive() -> Message:
            try:
                piece = next(left)
            except StopIteration:
                return {"type": "http.request", "body": b"", "more_body": False}
            if self.status:
                self.thrown += 1
            else:
                self.taken += 1
            return {"type": "http.request", "body": piece, "more_body": True}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.answered = {k.decode().lower(): v.decode() for k, v in message["headers"]}
            else:
                self.body += message.get("body", b"")
                self.ended = not message.get("more_body", False)

        await app(self.scope(), receive, send)
        return self

    def scope(self) -> dict[str, Any]:
        return {
            "type": "http",
            "method": self.method,
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": self.query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in self.headers.items()],
            "client": ("127.0.0.1", 1),
            "scheme": "http",
            "server": ("127.0.0.1", 8080),
            "root_path": "",
            "http_version": "1.1",
        }

    def run(self, app: ASGIApp) -> "Exchange":
        return asyncio.run(self.with_app(app))
