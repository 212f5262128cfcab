"""How many event streams are open: of one caller, and of all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sse_starlette import EventSourceResponse
from starlette.types import Receive, Scope, Send

from backend.errors import Busy, TooMany
from backend.http.checks import refuse
from backend.http.request_limits import RETRY_S, STREAMS, STREAMS_OF_ONE


class Places:
    """One for each open stream, by caller."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def take(self, caller: str) -> Iterator[None]:
        """TooMany for one caller's too many, Busy for all together."""
        if self._open[caller] >= STREAMS_OF_ONE:
            raise TooMany(f"{STREAMS_OF_ONE} event streams are open for you; close some tabs", RETRY_S)
        if self._open.total() >= STREAMS:
            raise Busy(f"{STREAMS} event streams are open, which is all there are", RETRY_S)
        self._open[caller] += 1
        try:
            yield
        finally:
            self._open[caller] -= 1
            self._open += Counter()  # forgets those who have none

    @property
    def count(self) -> int:
        return self._open.total()


class Stream(EventSourceResponse):
    """Events for one caller, who has a place for as long as they are sent."""

    def __init__(self, content: Any, places: Places, caller: str) -> None:
        super().__init__(content, ping=15)
        self._places, self._caller = places, caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._places.take(self._caller):
                await super().__call__(scope, receive, send)
        except TooMany as error:
            await refuse(error, scope, receive, send)
