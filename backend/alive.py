"""While the API hears agents in time, Redis says since when: the sweep tells silent hosts from a deaf API.

Hears in time: its event loop, a thread, a connection and the database together answer within SLOW_S, as for a
heartbeat. Asked once a second; the answer that was late starts the time anew.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from backend.database import transaction
from backend.events import get_redis
from backend.settings import get_settings

LOG = logging.getLogger(__name__)
KEY = "dyno:api:hears_since"
LIFE_S, EVERY_S, SLOW_S = 5, 1.0, 2.0
TURN_S = 0.0005
"""Threads that compute hand over after so long: a heartbeat needs many turns. Python's own are of 5 ms."""


async def tell(client: redis.asyncio.Redis, took_s: float) -> None:
    """Keep the moment since when agents are heard. `took_s`: so long a heartbeat was on its way just now."""
    if took_s > SLOW_S or not await client.expire(KEY, LIFE_S):
        await client.set(KEY, str(time.time()), ex=LIFE_S)
    if took_s > SLOW_S:
        LOG.warning("a heartbeat would have waited for %.1f s; hosts are not taken for silent", took_s)


async def _tell_forever() -> None:
    client = redis.asyncio.Redis.from_url(get_settings().redis_url, **get_settings().redis_tls)
    while True:
        begin = time.monotonic()
        await asyncio.sleep(EVERY_S)
        with contextlib.suppress(redis.RedisError, OSError, SQLAlchemyError):
            await run_in_threadpool(_ask_the_database)
            await tell(client, time.monotonic() - begin - EVERY_S)


def _ask_the_database() -> None:
    with transaction() as session:
        session.execute(text("select 1"))


@contextlib.asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    sys.setswitchinterval(TURN_S)
    task = asyncio.create_task(_tell_forever())
    yield
    task.cancel()


def api_hears_since() -> float | None:
    """Epoch seconds since when an API process has heard agents without a gap; None while none does."""
    value = get_redis().get(KEY)
    return float(value) if value else None  # pyright: ignore[reportArgumentType]
