"""Agents are told whether somebody looks at what runs."""

import asyncio

import pytest
import redis

from backend import events
from backend.hosts import heartbeats
from backend.tests.db.agents import Farm
from backend.tests.db.commands import until


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "watch_state", events.Watched())


def told(farm: Farm) -> bool:
    answer = farm.post("heartbeat", {"instance": farm.instances["load"]}, farm.tokens["load"])
    assert answer.status_code == 200, answer.text
    return answer.json()["watched"]


async def known() -> bool:
    return True


def test_an_agent_is_told_that_somebody_looks_while_a_stream_is_open(
    farm: Farm, redis_admin: redis.Redis
) -> None:
    until(lambda: not told(farm))

    async def look() -> None:
        stream = events.Hub().stream(None, known)
        assert (await anext(stream))["event"] == "ready"
        await asyncio.to_thread(until, lambda: told(farm))
        await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]

    asyncio.run(look())
    assert redis_admin.ttl(events.WATCHED_KEY) <= events.WATCHED_LIFE_S  # pyright: ignore[reportOperatorIssue]
    redis_admin.delete(events.WATCHED_KEY)
    until(lambda: not told(farm))


def test_while_redis_cannot_be_asked_readings_go_out_at_once(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> redis.Redis:
        raise redis.ConnectionError

    monkeypatch.setattr(events, "get_redis", away)
    until(lambda: told(farm))  # it is remembered for a second
