"""Bodies: refused by what they say of themselves, counted as they come, checked once."""

import asyncio
import itertools
from dataclasses import replace

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from backend.http import bodies
from backend.http.bodies import Bodies
from backend.http.checks import Check, check_head
from backend.http.request_limits import (
    BODIES,
    DEFAULT_BODY,
    MAX_ADDRESS_LENGTH,
    MAX_HEAD_BYTES,
    STRANGERS_TOGETHER,
    body_of,
)
from backend.tests.unit.http.asgi import Exchange

CHUNK = b" " * 1024
CHUNKED = {"transfer-encoding": "chunked"}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    asked = Exchange("POST", "/api/v1/session", itertools.repeat(CHUNK), {"content-length": "60000000"})
    asked.run(Bodies(echo))
    assert (asked.status, asked.taken) == (413, 0)
    assert asked.problem["detail"] == "The body is too large: this route takes 4 KiB at most"
    assert asked.answered["connection"] == "close"


def test_a_body_of_unknown_length_is_left_where_it_becomes_too_large() -> None:
    asked = Exchange("POST", "/api/v1/session", itertools.repeat(CHUNK), CHUNKED).run(Bodies(echo))
    assert (asked.status, asked.taken) == (413, 5)


def test_a_length_that_is_a_lie_does_not_help() -> None:
    asked = Exchange("POST", "/api/v1/session", itertools.repeat(CHUNK), {"content-length": "10"})
    assert asked.run(Bodies(echo)).status == 413
    for length in ("-1", "1e3", "9" * 5000):
        assert Exchange("POST", "/x", [], {"content-length": length}).run(Bodies(echo)).status in (413, 422)


def test_a_stream_is_bounded_but_never_held() -> None:
    log = Exchange("POST", "/api/v1/workloads/from-log", itertools.repeat(CHUNK), CHUNKED)
    edge = Bodies(echo)
    log_limit, *others = BODIES
    small_limit = replace(log_limit, most=5000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bodies, "body_of", lambda *_: small_limit)
        log.run(edge)
    assert (log.status, log.taken) == (413, 5)
    assert not any(body.is_stream for body in others)
    assert edge._held == {True: 0, False: 0}
    upload = Exchange("POST", "/api/v1/workloads/from-log", [b"x"], {"content-length": str(3 * 1024**3)})
    assert (upload.run(edge).status, upload.taken) == (413, 0)
    binary = Exchange("POST", "/api/v1/workloads/from-log", [b"\x00", b"\xff["], CHUNKED).run(edge)
    assert (binary.status, binary.body) == (200, b"3")


def test_what_fits_arrives_whole() -> None:
    asked = Exchange("POST", "/api/v1/session", [b'"', *[b"x" * 1000] * 4, b'"'], CHUNKED).run(Bodies(echo))
    assert (asked.status, asked.body) == (200, b"4002")


@pytest.mark.parametrize("method", ["GET", "DELETE", "PATCH", "PUT", "OPTIONS"])
def test_routes_without_a_limit_of_their_own_have_the_small_one(method: str) -> None:
    asked = Exchange(method, "/api/v1/hosts", itertools.repeat(CHUNK), CHUNKED).run(Bodies(echo))
    assert (asked.status, asked.taken) == (413, DEFAULT_BODY // 1024 + 1)


def test_what_strangers_send_at_once_is_bounded_and_given_back() -> None:
    edge = Bodies(echo)
    edge._held[True] = STRANGERS_TOGETHER
    asked = Exchange("POST", "/api/v1/session", [b"{}"], CHUNKED).run(edge)
    assert (asked.status, asked.answered["retry-after"]) == (503, "5")
    assert Exchange("POST", "/api/v1/testbeds", [b"{}"], CHUNKED).run(edge).status == 200
    assert edge._held == {True: STRANGERS_TOGETHER, False: 0}


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_WITHIN_S", 0.01)
    asked = Exchange("POST", "/api/v1/testbeds", headers=CHUNKED)

    async def never() -> None:
        async def receive() -> Message:
            await asyncio.sleep(3600)
            raise AssertionError

        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        await Bodies(echo)(asked.scope(), receive, send)
        assert sent[0]["status"] == 408

    asyncio.run(never())


def test_a_check_answers_before_anything_is_read() -> None:
    app = Check(Bodies(echo), check=check_head)
    long = Exchange("POST", "/" + "a" * MAX_ADDRESS_LENGTH, itertools.repeat(CHUNK), CHUNKED).run(app)
    assert (long.status, long.taken, long.problem["code"]) == (414, 0, "too_long")
    query = Exchange("GET", "/", query="a" * (MAX_ADDRESS_LENGTH + 1)).run(app)
    assert query.status == 414
    heads = Exchange("GET", "/", headers={f"x-{i}": "y" * 1000 for i in range(MAX_HEAD_BYTES // 1000 + 1)})
    assert heads.run(app).status == 414


def test_only_routes_that_anybody_may_call_are_marked_so_and_theirs_are_the_smallest() -> None:
    open_to_all = [body for body in BODIES if body.is_public]
    assert {body.route.path for body in open_to_all} == {
        "/api/v1/session",
        "/api/v1/session/oidc",
        "/api/v1/join",
        "/api/v1/join/check",
        "/api/v1/shared",
        "/api/v1/agent/enrol",
    }
    assert all(body.most <= 512 * 1024 for body in open_to_all)
    assert body_of("PATCH", "/api/v1/experiments/a1") != body_of("PATCH", "/api/v1/experiments/a1/b")
