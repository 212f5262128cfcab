"""Only so many requests of people are worked on at once, so that a flood leaves agents their threads."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.errors import Busy
from backend.limits.checks import refuse
from backend.limits.table import RETRY_S, SEND_WITHIN_S, Seats, seats_of


class Seated:
    """Stands behind the bodies: nobody keeps a seat while still sending."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._rows: dict[str, _Row] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seats = seats_of(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if seats is None:
            await self.app(scope, receive, send)
            return
        row = self._rows.setdefault(seats.name, _Row(seats))
        try:
            await row.sit()
        except Busy as error:
            await refuse(error, scope, receive, send)
            return
        try:
            await self.app(scope, receive, _with_send_timeout(send))
        finally:
            row.leave()


class _Row:
    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._free = asyncio.Semaphore(seats.at_once)
        self._waiting = 0

    async def sit(self) -> None:
        """Busy when too many wait already, or after too long a wait."""
        if self._waiting >= self._seats.waiting:
            raise self._busy()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seats.wait_s):
                await self._free.acquire()
        except TimeoutError:
            raise self._busy() from None
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        self._free.release()

    def _busy(self) -> Busy:
        return Busy(f"{self._seats.at_once} requests of this kind are worked on and others wait", RETRY_S)


def _with_send_timeout(send: Send) -> Send:
    """A caller who does not take the answer loses it, and the seat is free again."""

    async def timed_send(message: Message) -> None:
        async with asyncio.timeout(SEND_WITHIN_S):
            await send(message)

    return timed_send
