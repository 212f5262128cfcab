"""Limit how many requests of people run at once, so that a flood leaves agents their threads."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.errors import Busy
from backend.http.checks import refuse
from backend.http.request_limits import RETRY_S, SEND_WITHIN_S, ConcurrencyLimit, concurrency_limit_of


class ConcurrencyLimiter:
    """ASGI middleware behind the reading of bodies: nobody holds a slot while still sending."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._queues: dict[str, _Queue] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = concurrency_limit_of(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if limit is None:
            await self.app(scope, receive, send)
            return
        queue = self._queues.setdefault(limit.name, _Queue(limit))
        try:
            await queue.enter()
        except Busy as error:
            await refuse(error, scope, receive, send)
            return
        try:
            await self.app(scope, receive, _with_send_timeout(send))
        finally:
            queue.leave()


class _Queue:
    def __init__(self, limit: ConcurrencyLimit) -> None:
        self._limit = limit
        self._free = asyncio.Semaphore(limit.at_once)
        self._waiting = 0

    async def enter(self) -> None:
        """Wait for a slot. Raises Busy when too many wait already, or after too long a wait."""
        if self._waiting >= self._limit.waiting:
            raise self._busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._limit.wait_s):
                await self._free.acquire()
        except TimeoutError:
            raise self._busy() from None
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        self._free.release()

    def _busy(self) -> Busy:
        return Busy(f"{self._limit.at_once} requests of this kind are worked on and others wait", RETRY_S)


def _with_send_timeout(send: Send) -> Send:
    """Drop an answer that its caller does not take, so that the slot is free again."""

    async def timed_send(message: Message) -> None:
        async with asyncio.timeout(SEND_WITHIN_S):
            await send(message)

    return timed_send
