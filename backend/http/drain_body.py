"""Drain refused request bodies before closing the connection.

Bytes that arrive at a closed end reset the connection, and an answer that was not read yet is lost with it
(RFC 9112, section 9.6); a proxy then answers 502. So the rest of the body is read and dropped until the
client closes the connection, or up to a limit of time and bytes.
"""

import asyncio
from contextlib import suppress

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.http.checks import has_body
from backend.http.request_limits import LINGER_BYTES, LINGER_S


class DrainBody:
    """Outermost middleware: the response is finished, so no slot or timer is held while the body drains."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(Request(scope)):
            await self.app(scope, receive, send)
            return
        body, answer = _Body(receive), _Answer(send)
        await self.app(scope, body, lambda message: answer.send(message, closes_early=not body.is_complete))
        if answer.is_held_open:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER_S):
                    await body.drain(LINGER_BYTES)
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Body:
    """A request body, and whether all of it was received."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self.is_complete = receive, False

    async def __call__(self) -> Message:
        message = await self._receive()
        self.is_complete = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message

    async def drain(self, max_bytes: int) -> None:
        while max_bytes > 0 and not self.is_complete:
            max_bytes -= len((await self()).get("body", b""))


class _Answer:
    """A response; `is_held_open` when all of it was sent and its connection waits to be closed."""

    def __init__(self, send: Send) -> None:
        self._send, self._closes, self.is_held_open = send, False, False

    async def send(self, message: Message, closes_early: bool) -> None:
        if message["type"] == "http.response.start":
            self._closes = (b"connection", b"close") in message["headers"]
        elif self._closes and closes_early and not message.get("more_body", False):
            self.is_held_open = True
            message = {**message, "more_body": True}
        await self._send(message)
