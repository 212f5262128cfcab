"""Agents are told whether somebody looks at what runs."""

import asyncio
import json
import time

import pytest
import redis

from backend import events
from backend.hosts import heartbeats
from backend.tests.db.agents import Farm
from backend.tests.db.commands import until
from backend.tests.db.lists.test_statements import counted


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "watch_state", events.Watched())
    monkeypatch.setattr(events, "LOOKED_FOR_S", events.UNSEEN_FOR_S)


def told(farm: Farm, name: str = "load") -> bool:
    answer = farm.post("heartbeat", {"instance": farm.instances[name]}, farm.tokens[name])
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


def test_nobody_looks_any_more_where_redis_answers_the_end_by_an_error(
    schema: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As its client does where the connection is closed while it is made."""

    async def execute(pipeline: object) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise redis.ConnectionError("Connection closed by server.") from None

    monkeypatch.setattr("redis.asyncio.client.Pipeline.execute", execute)

    async def look() -> set[asyncio.Task[object]]:
        stream = events.Hub().stream(None, known)
        await anext(stream)
        await asyncio.sleep(0)
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]
        return (await asyncio.wait(tasks, timeout=1))[1]

    assert asyncio.run(look()) == set()


def test_a_page_of_an_experiment_hears_of_it_and_of_hosts_and_of_no_other(schema: None) -> None:
    async def heard_by(hub: events.Hub) -> list[str]:
        stream = hub.stream("mine", known)
        await anext(stream)
        for event in ({"experiment_id": "other"}, {"experiment_id": "mine"}, {"host_id": "h"}):
            events.publish({"type": next(iter(event)), **event})
        texts = [(await anext(stream))["data"] for _ in range(2)]
        await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]
        return texts

    own, of_host = asyncio.run(heard_by(events.Hub()))
    assert ('"mine"' in own, '"h"' in of_host) == (True, True)


def test_a_stream_begins_by_saying_how_long_ago_the_last_changes_were(
    schema: None, redis_admin: redis.Redis
) -> None:
    async def read_ages() -> dict[str, int]:
        stream = events.Hub().stream(None, known)
        event = await anext(stream)
        await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]
        return json.loads(event["data"])["changed_ms_ago"]

    redis_admin.delete(*events.CHANGED_KEYS.values())
    assert max(asyncio.run(read_ages()).values()) < 60_000, "what is not known counts as just changed"
    for key in events.CHANGED_KEYS.values():
        redis_admin.set(key, time.time() - 3_600)
    events.publish({"type": "reading"})
    assert min(asyncio.run(read_ages()).values()) >= 3_600_000
    events.publish({"type": "experiment", "experiment_id": "e"})
    ages = asyncio.run(read_ages())
    assert ages["experiment"] < 60_000 <= 3_600_000 <= ages["host"]


def test_a_heartbeat_while_somebody_looks_takes_no_statement_more(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm.beat("proxy")  # the first one in ten seconds also counts the hosts
    counts = []
    for is_watched in (False, True):
        monkeypatch.setattr(heartbeats.watch_state, "by_anybody", lambda looks=is_watched: looks)
        with counted() as statements:
            assert told(farm, "proxy") == is_watched
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_while_redis_cannot_be_asked_readings_go_out_at_once(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> redis.Redis:
        raise redis.ConnectionError

    monkeypatch.setattr(events, "get_redis", away)
    until(lambda: told(farm))  # it is remembered for a second


@pytest.mark.parametrize(("topology", "hosts"), [("proxied", {"proxy"}), ("direct", {"proxy", "backend"})])
def test_a_backend_behind_a_proxy_sends_nothing_live(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, topology: str, hosts: set[str]
) -> None:
    monkeypatch.setattr(heartbeats.watch_state, "by_anybody", lambda: True)
    variants = [{"name": name, "set": {"pin.load": name}} for name in ("0", "1")]
    farm.launch(topology=topology, variants=variants, baseline="0")
    assert {name for name in ("proxy", "backend") if told(farm, name)} == hosts


def test_the_most_streams_that_were_open_since_a_moment_are_counted(
    schema: None, redis_admin: redis.Redis
) -> None:
    redis_admin.zadd(events.READERS_KEY, {"one:3": 100.0, "one:2": 140.0, "one:1": 160.0, "other:4": 150.0})
    assert [events.count_readers(since) for since in (90.0, 120.0, 155.0, 200.0)] == [7, 6, 1, 0]
    redis_admin.delete(events.READERS_KEY)


def test_open_streams_are_counted_and_closed_ones_are_not(schema: None, redis_admin: redis.Redis) -> None:
    redis_admin.delete(events.READERS_KEY)
    begin = time.time() - 1

    async def look() -> None:
        hub = events.Hub()
        streams = [hub.stream(None, known) for _ in range(3)]
        for stream in streams:
            await anext(stream)
        await asyncio.to_thread(until, lambda: events.count_readers(begin) == 3)
        for stream in streams:
            await stream.aclose()  # pyright: ignore[reportAttributeAccessIssue]

    asyncio.run(look())
    assert events.count_readers(time.time() + 1) == 0
