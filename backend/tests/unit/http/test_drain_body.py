"""A caller who is refused while still sending can read why, and cannot keep the connection for long."""

import asyncio
import itertools

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.errors import Invalid
from backend.http import drain_body
from backend.http.bodies import Bodies
from backend.http.checks import Check
from backend.http.drain_body import DrainBody
from backend.http.request_limits import LINGER_BYTES
from backend.tests.unit.http.asgi import Exchange

PIECE = b"x" * 65536
CHUNKED = {"transfer-encoding": "chunked"}


async def _no(request: Request) -> None:
    raise Invalid("No")


async def _never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError


REFUSING = Check(_never, check=_no)


def test_the_rest_of_a_refused_body_is_taken_to_its_end() -> None:
    asked = Exchange("POST", "/x", [PIECE] * 100, CHUNKED).run(DrainBody(REFUSING))
    assert (asked.status, asked.taken, asked.thrown, asked.ended) == (422, 0, 100, True)
    assert asked.problem["detail"] == "No"


def test_a_body_without_end_is_hung_up_on() -> None:
    asked = Exchange("POST", "/x", itertools.repeat(PIECE), CHUNKED).run(DrainBody(REFUSING))
    assert (asked.thrown, asked.ended) == (LINGER_BYTES // len(PIECE), True)


def test_one_that_does_not_go_on_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain_body, "LINGER_S", 0.01)
    assert _answered_without_more(DrainBody(REFUSING)) == [False, True]


def test_who_hangs_up_is_not_waited_for() -> None:
    gone: Message = {"type": "http.disconnect"}
    assert _answered_without_more(DrainBody(REFUSING), gone) == [False, True]


def test_an_answer_after_the_whole_body_ends_at_once() -> None:
    async def ok(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("ok", headers={"Connection": "close"})(scope, receive, send)

    for app in (DrainBody(Bodies(ok)), DrainBody(ok)):
        asked = Exchange("POST", "/api/v1/testbeds", [b"{}"], CHUNKED).run(app)
        assert (asked.status, asked.body, asked.ended) == (200, b"ok", True)
    without = Exchange("GET", "/x").run(DrainBody(REFUSING))
    assert (without.status, without.ended, without.thrown) == (422, True, 0)


def _answered_without_more(app: ASGIApp, *messages: Message) -> list[bool]:
    """Which pieces of the answer's body were its last one, for a caller who sends these and then nothing."""
    last: list[bool] = []

    async def talk() -> None:
        waiting = list(messages)

        async def receive() -> Message:
            if waiting:
                return waiting.pop(0)
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.body":
                last.append(not message.get("more_body", False))

        await app(Exchange("POST", "/x", headers=CHUNKED).scope(), receive, send)

    asyncio.run(talk())
    return last
