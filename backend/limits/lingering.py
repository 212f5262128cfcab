"""A connection whose request was answered before its body had come is not closed at once.

Bytes that come to a closed end reset the connection, and an answer that was not read yet is lost with it
(RFC 9112, section 9.6): a proxy has to say 502 then. So the rest is taken and thrown away until the caller
has read the answer and hangs up, or for so long and so many bytes.
"""

import asyncio
from contextlib import suppress

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.limits.checks import has_body
from backend.limits.table import LINGER_BYTES, LINGER_S


class Lingering:
    """Stands around everything else: who answers has gone on, and nothing is held or measured meanwhile."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(Request(scope)):
            await self.app(scope, receive, send)
            return
        rest, answer = _Rest(receive), _Answer(send)
        await self.app(scope, rest, lambda message: answer.send(message, closes_early=not rest.complete))
        if answer.open:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER_S):
                    await rest.throw_away(LINGER_BYTES)
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Rest:
    """What of a body has not been taken."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self.complete = receive, False

    async def __call__(self) -> Message:
        message = await self._receive()
        self.complete = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message

    async def throw_away(self, most: int) -> None:
        while most > 0 and not self.complete:
            most -= len((await self()).get("body", b""))


class _Answer:
    """`open`: all of it was sent, and its connection waits to be closed."""

    def __init__(self, send: Send) -> None:
        self._send, self._closes, self.open = send, False, False

    async def send(self, message: Message, closes_early: bool) -> None:
        if message["type"] == "http.response.start":
            self._closes = (b"connection", b"close") in message["headers"]
        elif self._closes and closes_early and not message.get("more_body", False):
            self.open = True
            message = {**message, "more_body": True}
        await self._send(message)
