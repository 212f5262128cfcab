"""While the API hears agents in time it says so in Redis, and listens there for beat and worker."""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator

import redis
import redis.asyncio
from fastapi import FastAPI
from redis.exceptions import OutOfMemoryError, ReadOnlyError
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from backend import alive
from backend.database import transaction
from backend.health.troubles import Look, Refusal
from backend.heard import PARTS, key_of
from backend.queue import CONTROL_QUEUE
from backend.settings import get_settings

EVERY_S = 1.0
WITHIN_S = 3.0
TURN_S = 0.0005
"""Threads that compute hand over after so long: a heartbeat needs many turns. Python's own are of 5 ms."""
_PROBE = "dyno:api:written"


async def look(client: redis.asyncio.Redis, before: Look, passed_s: float) -> Look:
    """Redis asked once more, `passed_s` after the look before."""
    try:
        async with client.pipeline(transaction=False) as pipe:
            pipe.set(_PROBE, "1", ex=alive.API_LIFE_S)
            for part in PARTS:
                pipe.get(key_of(part))
            pipe.llen(CONTROL_QUEUE)
            answers = await pipe.execute(raise_on_error=False)
        if wrong := next((answer for answer in answers if isinstance(answer, Exception)), None):
            raise wrong
    except (redis.RedisError, OSError) as error:
        return before.refused(refusal_of(error), str(error))
    _written, *said, waiting = answers
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


async def _watch(app: FastAPI, client: redis.asyncio.Redis) -> None:
    at = time.monotonic()
    while True:
        now = time.monotonic()
        app.state.look, at = await look(client, app.state.look, now - at), now
        await asyncio.sleep(EVERY_S)


async def _tell(client: redis.asyncio.Redis) -> None:
    """Agents are heard when loop, thread, connection and database together answer, as for a heartbeat."""
    while True:
        begin = time.monotonic()
        await asyncio.sleep(EVERY_S)
        with contextlib.suppress(redis.RedisError, OSError, SQLAlchemyError):
            await run_in_threadpool(_ask_the_database)
            await alive.tell(client, time.monotonic() - begin - EVERY_S)


def _ask_the_database() -> None:
    with transaction() as session:
        session.connection()  # the pool asks the server before it hands one out


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    sys.setswitchinterval(TURN_S)
    settings = get_settings()
    client = redis.asyncio.Redis.from_url(
        settings.redis_url, socket_timeout=WITHIN_S, socket_connect_timeout=WITHIN_S, **settings.redis_tls
    )
    tasks = [asyncio.create_task(_watch(app, client)), asyncio.create_task(_tell(client))]
    yield
    for task in tasks:
        task.cancel()
