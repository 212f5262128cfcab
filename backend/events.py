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
from backend.settings import get_settings

CHANNEL = "dyno:events"
STREAM_LIFE_S = 600  # browsers reconnect; an endless stream would outlive a lost client


@lru_cache
def get_redis() -> redis.Redis:
    return redis.Redis.from_url(get_settings().redis_url, socket_timeout=5)


def publish(event: dict[str, Any]) -> None:
    """Send one event; a broker that is away costs the event, never the request."""
    try:
        get_redis().publish(CHANNEL, json.dumps(event))
    except redis.RedisError:
        return


def publish_after_commit(session: Session, event: dict[str, Any]) -> None:
    after_commit(session, lambda: publish(event))


async def stream(experiment_id: str | None) -> AsyncIterator[dict[str, str]]:
    """Events as server-sent events; with an experiment only its own. Holds no database session."""
    client = redis.asyncio.Redis.from_url(get_settings().redis_url)
    try:
        async with client.pubsub() as pubsub, asyncio.timeout(STREAM_LIFE_S):
            await pubsub.subscribe(CHANNEL)
            yield {"event": "ready", "data": "{}"}
            async for message in pubsub.listen():
                if message["type"] != "message":
                    continue
                event = json.loads(message["data"])
                if experiment_id in (None, event.get("experiment_id")):
                    yield {"event": event["type"], "data": json.dumps(event)}
    except (TimeoutError, redis.RedisError):
        return
    finally:
        await client.aclose()
