"""Bodies, read for those who may send them, counted as they come, and checked once for all routes."""

import asyncio
import time

from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.errors import Busy, DynoError, Invalid, TooLarge, TooSlow
from backend.http import json_text
from backend.http.checks import has_body, refuse
from backend.http.request_limits import (
    BODIES_TOGETHER,
    BODY_WITHIN_S,
    KIB,
    PIECE_WITHIN_S,
    RETRY_S,
    STRANGERS_TOGETHER,
    STREAM_WITHIN_S,
    body_of,
)


class _Gone(Exception):
    """The caller hung up before the body was complete."""


class Bodies:
    """Stands behind the checks of who calls: what it reads, somebody was allowed to send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._held = {True: 0, False: 0}  # bytes; True: of routes that anybody may call

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(Request(scope)):
            await self.app(scope, receive, send)
            return
        limit = body_of(scope["method"], scope["path"])
        reservation = _Held(self._held, limit.is_public)
        try:
            if limit.is_stream:
                _check_length(Request(scope), limit.most)
                await self.app(scope, _bounded_receive(receive, limit.most), send)
                return
            async with asyncio.timeout(BODY_WITHIN_S):
                body = await _read(Request(scope), receive, limit.most, reservation)
            if body:
                json_text.check(body)
        except TimeoutError:
            slow = TooSlow(f"The body did not arrive within {BODY_WITHIN_S} s")
            await refuse(slow, scope, receive, send)
        except DynoError as error:
            await refuse(error, scope, receive, send)
        except _Gone:
            return
        else:
            await self.app(scope, _again(body, receive), send)
        finally:
            reservation.release()


class _Held:
    """The bytes of one body, while it is in memory."""

    def __init__(self, bytes_by_kind: dict[bool, int], is_public: bool) -> None:
        self._all, self._anybody, self._own = bytes_by_kind, is_public, 0

    def add(self, size: int) -> None:
        most = STRANGERS_TOGETHER if self._anybody else BODIES_TOGETHER
        if self._all[self._anybody] + size > most:
            raise Busy("This dashboard receives too much at once", RETRY_S)
        self._all[self._anybody] += size
        self._own += size

    def release(self) -> None:
        self._all[self._anybody] -= self._own
        self._own = 0


async def _read(request: Request, receive: Receive, most: int, reservation: _Held) -> bytes:
    _check_length(request, most)
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise _too_large(most)
        reservation.add(len(part))
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def _check_length(request: Request, most: int) -> None:
    length = request.headers.get("content-length", "")
    if length and not length.isdecimal():
        raise Invalid("Content-Length is not a number")
    if length and int(length[:20]) > most:
        raise _too_large(most)


def _bounded_receive(receive: Receive, most: int) -> Receive:
    """The pieces of a stream; TooSlow or TooLarge beyond their time or size."""
    size, deadline = 0, time.monotonic() + STREAM_WITHIN_S

    async def next_piece() -> Message:
        nonlocal size
        try:
            async with asyncio.timeout(min(PIECE_WITHIN_S, deadline - time.monotonic())):
                message = await receive()
        except TimeoutError:
            raise TooSlow("The next piece of the body did not arrive in time") from None
        size += len(message.get("body", b""))
        if size > most:
            raise _too_large(most)
        return message

    return next_piece


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"The body is too large: this route takes {most // KIB} KiB at most")


def _again(body: bytes, receive: Receive) -> Receive:
    """The body as one message; after it whatever else the server says, such as that the caller is gone."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
