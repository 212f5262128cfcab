"""While the API runs it says so in Redis, so that the sweep can tell a silent host from a silent API."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from fastapi import FastAPI

from backend.events import get_redis
from backend.settings import get_settings

KEY = "dyno:api:up_since"
LIFE_S = 5


async def _tell() -> None:
    client = redis.asyncio.Redis.from_url(get_settings().redis_url, **get_settings().redis_tls)
    while True:
        with contextlib.suppress(redis.RedisError, OSError):
            if not await client.expire(KEY, LIFE_S):
                await client.set(KEY, str(time.time()), ex=LIFE_S, nx=True)
        await asyncio.sleep(1)


@contextlib.asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    task = asyncio.create_task(_tell())
    yield
    task.cancel()


def begin_anew() -> None:
    """As if the API had just been started; nothing where none is up."""
    get_redis().set(KEY, str(time.time()), ex=LIFE_S, xx=True)


def api_up_since() -> float | None:
    """Epoch seconds since when an API process has been up without a gap; None while there is none."""
    value = get_redis().get(KEY)
    return float(value) if value else None  # pyright: ignore[reportArgumentType]
