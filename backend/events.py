"""Events tell browsers what changed; the row is the truth. Redis pub/sub in, server-sent events out."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Any

import redis
import redis.asyncio
from sqlalchemy.orm import Session

from backend.database import after_commit
from backend.limits.table import WAITING_EVENTS
from backend.settings import get_settings

Event = dict[str, Any]
CHANNEL = "dyno:events"
STREAM_LIFE_S = 600  # browsers reconnect; an endless stream would outlive a lost client


@lru_cache
def get_redis() -> redis.Redis:
    return redis.Redis.from_url(get_settings().redis_url, socket_timeout=5, **get_settings().redis_tls)


def publish(event: Event) -> None:
    """Send one event; a broker that is away costs the event, never the request."""
    try:
        get_redis().publish(CHANNEL, json.dumps(event))
    except redis.RedisError:
        return


def publish_after_commit(session: Session, event: Event) -> None:
    after_commit(session, lambda: publish(event))


class Hub:
    """One subscription of this process, handed on to every stream: what waits for a slow one is bounded."""

    def __init__(self) -> None:
        self._listeners: dict[asyncio.Queue[Event | None], str | None] = {}
        self._reading: asyncio.Task[None] | None = None
        self._subscribed: asyncio.Future[None] | None = None

    async def stream(self, experiment_id: str | None) -> AsyncIterator[dict[str, str]]:
        """Events as server-sent events; with an experiment only its own. Holds no database session."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(WAITING_EVENTS)
        self._listeners[queue] = experiment_id
        try:
            async with asyncio.timeout(STREAM_LIFE_S):
                await self._subscribe()
                yield {"event": "ready", "data": "{}"}
                while (event := await queue.get()) is not None:
                    yield {"event": event["type"], "data": json.dumps(event)}
        except (TimeoutError, redis.RedisError):
            return
        finally:
            self._listeners.pop(queue, None)
            if not self._listeners and self._reading:
                self._reading.cancel()
                self._reading = None

    async def _subscribe(self) -> None:
        if self._reading is None or self._subscribed is None:
            self._subscribed = asyncio.get_running_loop().create_future()
            self._reading = asyncio.create_task(self._read(self._subscribed))
        await asyncio.shield(self._subscribed)

    async def _read(self, subscribed: asyncio.Future[None]) -> None:
        client = redis.asyncio.Redis.from_url(get_settings().redis_url, **get_settings().redis_tls)
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                subscribed.set_result(None)
                async for message in pubsub.listen():
                    if message["type"] == "message":
                        self._hand_on(json.loads(message["data"]))
        except redis.RedisError as error:
            if not subscribed.done():
                subscribed.set_exception(error)
        finally:
            if self._reading is asyncio.current_task():  # or others read on already
                self._reading = None
                for queue in list(self._listeners):
                    self._end(queue)
            await client.aclose()

    def _hand_on(self, event: Event) -> None:
        for queue, experiment_id in list(self._listeners.items()):
            if experiment_id in (None, event.get("experiment_id")):
                try:
                    queue.put_nowait(event)
                except asyncio.QueueFull:
                    self._end(queue)

    def _end(self, queue: asyncio.Queue[Event | None]) -> None:
        """The browser connects again, and asks for what it missed."""
        del self._listeners[queue]
        if queue.full():
            queue.get_nowait()
        queue.put_nowait(None)
