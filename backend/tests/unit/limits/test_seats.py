"""Seats: only so many requests of people at once; agents and streams wait for none."""

import asyncio

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from backend.database import CONNECTIONS
from backend.limits import seats
from backend.limits.seats import Seated
from backend.limits.table import (
    ANYBODY,
    COSTLY,
    HEAVY,
    INSTALLS,
    LOGINS,
    PAGES,
    PEOPLE,
    STRANGERS,
    Seats,
    seats_of,
)
from backend.tests.unit.limits.asgi import Exchange

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
        seated = Seated(app)
        asked = [Exchange("POST", "/api/v1/plans") for _ in range(200)]
        asked += [Exchange("GET", f"/api/v1/experiments/x{i}") for i in range(400)]
        tasks = [asyncio.create_task(one.with_app(seated)) for one in asked]
        await asyncio.sleep(0.05)
        beat = await Exchange("POST", "/api/v1/agent/heartbeat").with_app(seated)
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

        seated = Seated(app)
        asked = [Exchange("POST", "/api/v1/agent/enrol") for _ in range(300)]
        tasks = [asyncio.create_task(one.with_app(seated)) for one in asked]
        await asyncio.sleep(0)
        others = [
            (await Exchange(method, path).with_app(seated)).status
            for method, path in (("POST", "/api/v1/agent/heartbeat"), ("GET", "/api/v1/hosts"))
        ]
        go.set()
        await asyncio.gather(*tasks)
        return most, others

    most, others = asyncio.run(flood())
    assert most <= STRANGERS.at_once
    assert others == [200, 200]


def test_who_waits_too_long_is_told_so_and_the_seat_is_free_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    impatient = Seats("t", 1, 5, 0.01, "")
    monkeypatch.setattr(seats, "seats_of", lambda *_: impatient)

    async def wait() -> tuple[int, int, int]:
        app = Slow()
        seated = Seated(app)
        first = asyncio.create_task(Exchange("GET", "/a").with_app(seated))
        await asyncio.sleep(0)
        second = await Exchange("GET", "/b").with_app(seated)
        app.go.set()
        third = await Exchange("GET", "/c").with_app(seated)
        return (await first).status, second.status, third.status

    assert asyncio.run(wait()) == (200, 503, 200)


def test_who_does_not_take_the_answer_gives_up_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "SEND_WITHIN_S", 0.01)

    async def stuck(_: Message) -> None:
        await asyncio.sleep(3600)

    async def ask() -> None:
        with pytest.raises(TimeoutError):
            await seats._with_send_timeout(stuck)({"type": "http.response.body"})

    asyncio.run(ask())


def test_people_leave_agents_threads_and_connections() -> None:
    people = sum(seats.at_once for seats in (COSTLY, PEOPLE, PAGES, STRANGERS, INSTALLS)) + LOGINS
    assert people <= THREADS // 2
    assert people <= CONNECTIONS // 2


def test_what_waits_for_what() -> None:
    assert seats_of("POST", "/api/v1/agent/heartbeat") is None
    assert seats_of("GET", "/api/v1/events") is None
    assert seats_of("GET", "/healthz") is None
    assert {seats_of("GET", path) for path in ("/", "/runs/x", "/assets/x.js", "/unknown")} == {PAGES}
    assert seats_of("GET", "/docs/limits") == PEOPLE
    assert {seats_of("GET", path) for path in ("/agent/install.sh", "/agent/wheels/x.whl")} == {INSTALLS}
    assert {seats_of("POST", path) for path in ANYBODY} == {STRANGERS}
    assert seats_of("GET", "/api/v1/compare/charts/delta.svg") == COSTLY
    assert seats_of("GET", "/api/v1/hosts") == PEOPLE
    assert len({route.path for route in HEAVY}) == len(HEAVY)
