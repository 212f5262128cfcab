"""Events tell browsers what changed; the row is the truth. Redis pub/sub in, server-sent events out."""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, cast

import redis
import redis.asyncio
from sqlalchemy.orm import Session

from backend.database import after_commit
from backend.http.request_limits import WAITING_EVENTS
from backend.settings import get_settings

Event = dict[str, Any]
CHANNEL = "dyno:events"
WATCHED_KEY, WATCHED_LIFE_S, WATCHED_EVERY_S = "dyno:watched", 8, 3.0
READERS_KEY, READERS_LIFE_S = "dyno:readers", 3600
CHANGED_KEYS = {kind: f"dyno:changed:{kind}" for kind in ("experiment", "host")}
_PROCESS, _FAR = secrets.token_hex(4), 1 << 40
KNOWN_EVERY_S = 10.0  # so often a stream asks whether its listener may still come in
STREAM_LIFE_S = 600  # browsers reconnect; an endless stream would outlive a lost client


@lru_cache
def get_redis() -> redis.Redis:
    return redis.Redis.from_url(get_settings().redis_url, socket_timeout=5, **get_settings().redis_tls)


def publish(event: Event) -> None:
    """Send one event; a broker that is away costs the event, never the request."""
    try:
        pipeline = get_redis().pipeline(transaction=False)
        if key := CHANGED_KEYS.get(event["type"]):
            pipeline.set(key, time.time())  # first: whoever subscribes in between sees both
        pipeline.publish(CHANNEL, json.dumps(event))
        pipeline.execute()
    except redis.RedisError:
        return


def changed_ms_ago() -> dict[str, int]:
    """Kind of event that says what changed → milliseconds since the last, 0 if unknown. RedisError."""
    now = time.time()
    pipeline = get_redis().pipeline(transaction=False)
    for key in CHANGED_KEYS.values():
        pipeline.set(key, now, nx=True)
        pipeline.get(key)
    times = cast("list[bytes]", pipeline.execute())[1::2]
    return {kind: max(0, int((now - float(t)) * 1000)) for kind, t in zip(CHANGED_KEYS, times, strict=True)}


def publish_after_commit(session: Session, event: Event) -> None:
    after_commit(session, lambda: publish(event))


LOOKED_FOR_S, UNSEEN_FOR_S = 5.0, 1.0
"""So long an answer counts: who begins to look waits for it, who has left does not."""


class Watched:
    """Whether a browser listens to any API process: agents send readings as they are taken only then."""

    def __init__(self) -> None:
        self._known, self._until = True, 0.0

    def by_anybody(self) -> bool:
        """As of the last seconds; True while Redis cannot be asked."""
        if time.monotonic() >= self._until:
            try:
                self._known = get_redis().get(WATCHED_KEY) is not None
            except redis.RedisError:
                self._known = True
            self._until = time.monotonic() + (LOOKED_FOR_S if self._known else UNSEEN_FOR_S)
        return self._known


watch_state = Watched()


async def _note_watched(client: redis.asyncio.Redis, count: Callable[[], int]) -> None:
    """Say so for as long as streams are open, with their number and when it was last true."""
    while True:
        with suppress(redis.RedisError):
            pipeline = client.pipeline(transaction=False)
            pipeline.set(WATCHED_KEY, "1", ex=WATCHED_LIFE_S)
            pipeline.zadd(READERS_KEY, {f"{_PROCESS}:{count()}": time.time()})
            pipeline.expire(READERS_KEY, READERS_LIFE_S)
            await pipeline.execute()
        # while it connects, the client can answer a cancellation by an error of its own
        if (task := asyncio.current_task()) and task.cancelling():
            return
        await asyncio.sleep(WATCHED_EVERY_S)


def count_readers(since: float) -> int:
    """The most streams that were open at once since then (epoch seconds), over all API processes."""
    try:
        counts = cast("list[bytes]", get_redis().zrange(READERS_KEY, int(since), _FAR, byscore=True))
    except redis.RedisError:
        return 0
    most: dict[str, int] = {}
    for process, _, count in (member.decode().partition(":") for member in counts):
        most[process] = max(most.get(process, 0), int(count))
    return sum(most.values())


class Hub:
    """One subscription of this process, handed on to every stream: what waits for a slow one is bounded."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[Event | None], str | None] = {}
        self._reading: asyncio.Task[None] | None = None
        self._subscribed: asyncio.Future[None] | None = None

    async def stream(
        self, experiment_id: str | None, is_known: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[dict[str, str]]:
        """Events as server-sent events; with an experiment its own and those of hosts.

        The first, `ready`, says how long ago the last events were: who asked before them asks again.
        It holds no database session, and ends when whoever listens is not known any more: signed out,
        disabled, or a token revoked.
        """
        queue: asyncio.Queue[Event | None] = asyncio.Queue(WAITING_EVENTS)
        self._listeners[queue] = experiment_id
        asking = asyncio.create_task(self._end_for_strangers(queue, is_known))
        try:
            async with asyncio.timeout(STREAM_LIFE_S):
                await self._subscribe()
                ages = await asyncio.to_thread(changed_ms_ago)
                yield {"event": "ready", "data": json.dumps({"changed_ms_ago": ages})}
                while (event := await queue.get()) is not None:
                    yield {"event": event["type"], "data": json.dumps(event)}
        except (TimeoutError, redis.RedisError):
            return
        finally:
            asking.cancel()
            self._listeners.pop(queue, None)
            if not self._listeners and self._reading:
                self._reading.cancel()
                self._reading = None

    async def _end_for_strangers(
        self, queue: asyncio.Queue[Event | None], is_known: Callable[[], Awaitable[bool]]
    ) -> None:
        while True:
            await asyncio.sleep(KNOWN_EVERY_S)
            if not await is_known():
                return self._end(queue)

    async def _subscribe(self) -> None:
        if self._reading is None or self._subscribed is None:
            self._subscribed = asyncio.get_running_loop().create_future()
            self._reading = asyncio.create_task(self._read(self._subscribed))
        await asyncio.shield(self._subscribed)

    async def _read(self, subscription: asyncio.Future[None]) -> None:
        client = redis.asyncio.Redis.from_url(get_settings().redis_url, **get_settings().redis_tls)
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                subscription.set_result(None)
                watcher = asyncio.create_task(_note_watched(client, lambda: len(self._listeners)))
                try:
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            self._hand_on(json.loads(message["data"]))
                finally:
                    watcher.cancel()
        except redis.RedisError as error:
            if not subscription.done():
                subscription.set_exception(error)
        finally:
            if self._reading is asyncio.current_task():  # or others read on already
                self._reading = None
                for queue in list(self._listeners):
                    self._end(queue)
            await client.aclose()

    def _hand_on(self, event: Event) -> None:
        for queue, experiment_id in list(self._listeners.items()):
            if experiment_id is None or event.get("experiment_id") in (None, experiment_id):
                try:
                    queue.put_nowait(event)
                except asyncio.QueueFull:
                    self._end(queue)

    def _end(self, queue: asyncio.Queue[Event | None]) -> None:
        """The browser connects again, and asks for what it missed."""
        self._listeners.pop(queue, None)
        if queue.full():
            queue.get_nowait()
        queue.put_nowait(None)
