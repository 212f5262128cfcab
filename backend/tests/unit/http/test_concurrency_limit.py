"""Only so many requests of people at once; agents and streams wait for none."""

import asyncio

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from backend.database import CONNECTIONS
from backend.http import concurrency_limit
from backend.http.concurrency_limit import ConcurrencyLimiter
from backend.http.request_limits import (
    ANYBODY,
    COSTLY,
    HEAVY,
    INSTALLS,
    LOGINS,
    PAGES,
    PEOPLE,
    STRANGERS,
    ConcurrencyLimit,
    concurrency_limit_of,
)
from backend.tests.unit.http.asgi import Exchange

THREADS = 40  # of the pool that works on requests


class Slow:
    """An app whose requests last until they are let go."""

    def __init__(self) -> None:
        self.inside = self.most = 0
        self.go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        if "agent" not in scope["path"]:
            await self.go.wait()
        self.inside -= 1
        await PlainTextResponse("ok")(scope, receive, send)


def test_a_flood_is_refused_while_agents_are_served() -> None:
    async def flood() -> tuple[list[Exchange], Exchange, Slow]:
        app = Slow()
        limiter = ConcurrencyLimiter(app)
        asked = [Exchange("POST", "/api/v1/plans") for _ in range(200)]
        asked += [Exchange("GET", f"/api/v1/experiments/x{i}") for i in range(400)]
        tasks = [asyncio.create_task(one.with_app(limiter)) for one in asked]
        await asyncio.sleep(0.05)
        beat = await Exchange("POST", "/api/v1/agent/heartbeat").with_app(limiter)
        app.go.set()
        await asyncio.gather(*tasks)
        return asked, beat, app

    asked, beat, app = asyncio.run(flood())
    assert beat.status == 200
    assert app.most <= COSTLY.at_once + PEOPLE.at_once + 1
    plans = [one.status for one in asked[:200]]
    assert plans.count(200) in (COSTLY.waiting, COSTLY.waiting + COSTLY.at_once)
    refused = next(one for one in asked if one.status == 503)
    assert refused.answered["retry-after"] == "5"
    assert "are worked on and others wait" in refused.problem["detail"]


def test_strangers_who_enrol_take_no_threads_from_people_and_agents() -> None:
    async def flood() -> tuple[int, list[int]]:
        inside = most = 0
        go = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal inside, most
            if scope["path"].endswith("/enrol"):
                inside += 1
                most = max(most, inside)
                await go.wait()
                inside -= 1
            await PlainTextResponse("ok")(scope, receive, send)

        limiter = ConcurrencyLimiter(app)
        asked = [Exchange("POST", "/api/v1/agent/enrol") for _ in range(300)]
        tasks = [asyncio.create_task(one.with_app(limiter)) for one in asked]
        await asyncio.sleep(0)
        others = [
            (await Exchange(method, path).with_app(limiter)).status
            for method, path in (("POST", "/api/v1/agent/heartbeat"), ("GET", "/api/v1/hosts"))
        ]
        go.set()
        await asyncio.gather(*tasks)
        return most, others

    most, others = asyncio.run(flood())
    assert most <= STRANGERS.at_once
    assert others == [200, 200]


def test_who_waits_too_long_is_told_so_and_the_slot_is_free_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    impatient = ConcurrencyLimit("t", 1, 5, 0.01, "")
    monkeypatch.setattr(concurrency_limit, "concurrency_limit_of", lambda *_: impatient)

    async def wait() -> tuple[int, int, int]:
        app = Slow()
        limiter = ConcurrencyLimiter(app)
        first = asyncio.create_task(Exchange("GET", "/a").with_app(limiter))
        await asyncio.sleep(0)
        second = await Exchange("GET", "/b").with_app(limiter)
        app.go.set()
        third = await Exchange("GET", "/c").with_app(limiter)
        return (await first).status, second.status, third.status

    assert asyncio.run(wait()) == (200, 503, 200)


def test_who_does_not_take_the_answer_gives_up_the_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency_limit, "SEND_WITHIN_S", 0.01)

    async def stuck(_: Message) -> None:
        await asyncio.sleep(3600)

    async def ask() -> None:
        with pytest.raises(TimeoutError):
            await concurrency_limit._with_send_timeout(stuck)({"type": "http.response.body"})

    asyncio.run(ask())


def test_people_leave_agents_threads_and_connections() -> None:
    people = sum(limit.at_once for limit in (COSTLY, PEOPLE, PAGES, STRANGERS, INSTALLS)) + LOGINS
    assert people <= THREADS // 2
    assert people <= CONNECTIONS // 2


def test_what_waits_for_what() -> None:
    assert concurrency_limit_of("POST", "/api/v1/agent/heartbeat") is None
    assert concurrency_limit_of("GET", "/api/v1/events") is None
    assert concurrency_limit_of("GET", "/healthz") is None
    assert {concurrency_limit_of("GET", path) for path in ("/", "/runs/x", "/assets/x.js", "/unknown")} == {
        PAGES
    }
    assert concurrency_limit_of("GET", "/docs/limits") == PEOPLE
    assert {concurrency_limit_of("GET", path) for path in ("/agent/install.sh", "/agent/wheels/x.whl")} == {
        INSTALLS
    }
    assert {concurrency_limit_of("POST", path) for path in ANYBODY} == {STRANGERS}
    assert concurrency_limit_of("GET", "/api/v1/compare/charts/delta.svg") == COSTLY
    assert concurrency_limit_of("GET", "/api/v1/hosts") == PEOPLE
    assert len({route.path for route in HEAVY}) == len(HEAVY)
