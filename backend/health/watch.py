"""While the API runs it says so in Redis, and listens there for beat and worker."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from fastapi import FastAPI
from redis.exceptions import OutOfMemoryError, ReadOnlyError

from backend.alive import API_KEY, API_LIFE_S
from backend.health.troubles import Look, Refusal
from backend.heard import PARTS, key_of
from backend.queue import CONTROL_QUEUE
from backend.settings import get_settings

EVERY_S = 1.0
WITHIN_S = 3.0
_PROBE = "dyno:api:written"


async def look(client: redis.asyncio.Redis, before: Look, passed_s: float) -> Look:
    """Redis asked once more, `passed_s` after the look before."""
    try:
        async with client.pipeline(transaction=False) as pipe:
            pipe.set(_PROBE, "1", ex=API_LIFE_S)
            pipe.expire(API_KEY, API_LIFE_S)
            for part in PARTS:
                pipe.get(key_of(part))
            pipe.llen(CONTROL_QUEUE)
            answers = await pipe.execute(raise_on_error=False)
        if wrong := next((answer for answer in answers if isinstance(answer, Exception)), None):
            raise wrong
        _written, is_up, *said, waiting = answers
        if not is_up:
            await client.set(API_KEY, str(time.time()), ex=API_LIFE_S, nx=True)
    except (redis.RedisError, OSError) as error:
        return before.refused(refusal_of(error), str(error))
    return before.then(
        {part: (value or b"").decode() for part, value in zip(PARTS, said, strict=True)}, waiting, passed_s
    )


def refusal_of(error: Exception) -> Refusal:
    """In which of its ways Redis takes no writes."""
    match error:
        case ReadOnlyError():
            return "replica"
        case OutOfMemoryError():
            return "full"
        case redis.ResponseError():
            return "unsaved" if str(error).startswith("MISCONF") else "refused"
        case _:
            return "away"


async def _watch(app: FastAPI) -> None:
    settings = get_settings()
    client = redis.asyncio.Redis.from_url(
        settings.redis_url, socket_timeout=WITHIN_S, socket_connect_timeout=WITHIN_S, **settings.redis_tls
    )
    at = time.monotonic()
    while True:
        now = time.monotonic()
        app.state.look, at = await look(client, app.state.look, now - at), now
        await asyncio.sleep(EVERY_S)


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    task = asyncio.create_task(_watch(app))
    yield
    task.cancel()
