"""Who calls is known before anything of a body is read; streams have places."""

import asyncio
import itertools
from typing import cast

import redis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message

from backend import events
from backend.http.request_limits import AGENTS, ANYBODY, STREAMS_OF_ONE, WAITING_EVENTS
from backend.tests.access import BEARER
from backend.tests.db.agents import Farm
from backend.tests.unit.http.asgi import Exchange

CHUNKED = {"transfer-encoding": "chunked", "host": "127.0.0.1", "content-type": "application/json"}


def posted(client: TestClient, path: str, **headers: str) -> Exchange:
    pieces = itertools.repeat(b" " * 1024)
    return Exchange("POST", path, pieces, CHUNKED | headers).run(client.app)


def test_an_agents_token_is_looked_at_before_its_body(farm: Farm) -> None:
    routes = [p for p in farm.client.get("/api/v1/openapi.json").json()["paths"] if p.startswith(AGENTS)]
    for path in set(routes) - set(ANYBODY):
        for bearer in ("", "Bearer wrong"):
            asked = posted(farm.client, path, authorization=bearer)
            assert (asked.status, asked.taken) == (401, 0), path
            assert asked.problem["code"] == "unauthorized"
    known = posted(farm.client, f"{AGENTS}heartbeat", authorization=f"Bearer {farm.tokens['load']}")
    assert known.status == 413


def test_strangers_are_answered_before_their_body_is_read(client: TestClient) -> None:
    for path in ("/api/v1/experiments", "/api/v1/imports", "/api/v1/plans"):
        asked = posted(client, path)
        assert (asked.status, asked.taken) == (401, 0)


class Listener:
    """A browser with an event stream, until it leaves."""

    def __init__(self, client: TestClient) -> None:
        self.exchange = Exchange(
            "GET", "/api/v1/events", headers={"host": "127.0.0.1", "authorization": BEARER["Authorization"]}
        )
        self.left, self.begun = asyncio.Event(), asyncio.Event()
        self.got = b""
        self.status = 0
        self.task = asyncio.create_task(self._listen(client.app))

    async def _listen(self, app: ASGIApp) -> None:
        await app(self.exchange.scope(), self._receive, self._send)

    async def _receive(self) -> Message:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.got += message.get("body", b"")
        self.begun.set()

    async def leave(self) -> None:
        self.left.set()
        await self.task


def test_streams_have_places_which_are_free_at_once_when_somebody_leaves(farm: Farm) -> None:
    places = cast(FastAPI, farm.client.app).state.places

    async def open_many() -> None:
        first = [Listener(farm.client) for _ in range(STREAMS_OF_ONE)]
        await asyncio.gather(*(one.begun.wait() for one in first))
        assert [one.status for one in first] == [200] * STREAMS_OF_ONE
        more = [Listener(farm.client) for _ in range(300)]
        await asyncio.gather(*(one.task for one in more))
        assert {one.status for one in more} == {429}
        assert b"close some tabs" in more[0].got
        assert places.count == STREAMS_OF_ONE
        await first.pop().leave()
        again = Listener(farm.client)
        await again.begun.wait()
        assert again.status == 200
        for one in [*first, again]:
            await one.leave()
        assert places.count == 0

    asyncio.run(open_many())


def test_all_streams_of_a_process_share_one_subscription(farm: Farm, redis_admin: redis.Redis) -> None:
    async def listen() -> None:
        listeners = [Listener(farm.client) for _ in range(10)]
        for one in listeners:
            await asyncio.wait_for(one.begun.wait(), 20)
        while not all(b"ready" in one.got for one in listeners):
            await asyncio.sleep(0.01)
        while redis_admin.pubsub_numsub(events.CHANNEL)[0][1] != 1:  # pyright: ignore[reportIndexIssue]
            await asyncio.sleep(0.01)
        events.publish({"type": "host", "host_id": "h1"})
        while not all(b"h1" in one.got for one in listeners):
            await asyncio.sleep(0.01)
        for one in listeners:
            await one.leave()

    asyncio.run(asyncio.wait_for(listen(), 60))


async def known() -> bool:
    return True


def test_a_stream_that_falls_behind_is_ended_instead_of_kept(farm: Farm) -> None:
    hub = events.Hub()

    async def fall_behind() -> int:
        stream = hub.stream("e1", known)
        assert (await anext(stream))["event"] == "ready"
        for _ in range(WAITING_EVENTS + 5):
            hub._hand_on({"type": "reading", "experiment_id": "e1"})
            hub._hand_on({"type": "reading", "experiment_id": "e2"})
        return len([event async for event in stream])

    assert asyncio.run(fall_behind()) == WAITING_EVENTS - 1
    assert not hub._listeners
