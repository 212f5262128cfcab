"""While the API hears agents in time it says so in Redis; it listens there for beat, worker, wrong tries."""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import redis
import redis.asyncio
from fastapi import FastAPI
from redis.exceptions import OutOfMemoryError, ReadOnlyError
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from backend import liveness
from backend.database import autocommit
from backend.errors import is_without_threads
from backend.health.troubles import Look, Refusal
from backend.http import shared_attempts
from backend.liveness_keys import PARTS, key_of
from backend.records import hosts_queries
from backend.settings import get_settings
from backend.task_queue import CONTROL_QUEUE

EVERY_S = 2.0
WITHIN_S = 3.0
TURN_S = 0.0005
"""Threads that compute hand over after so long: a heartbeat needs many turns. Python's own are of 5 ms."""
_PROBE = "dyno:api:written"


def look(client: redis.Redis, before: Look, passed_s: float) -> Look:
    """Redis asked once more, `passed_s` after the look before."""
    try:
        with client.pipeline(transaction=False) as pipe:
            pipe.set(_PROBE, "1", ex=liveness.API_LIFE_S)
            for part in PARTS:
                pipe.get(key_of(part))
            pipe.llen(CONTROL_QUEUE)
            answers = pipe.execute(raise_on_error=False)
        if wrong := next((answer for answer in answers if isinstance(answer, Exception)), None):
            raise wrong
    except (redis.RedisError, OSError) as error:
        return before.with_refusal(refusal_of(error), str(error))
    _write_reply, *beats, waiting = answers
    return before.then(
        {part: (value or b"").decode() for part, value in zip(PARTS, beats, strict=True)}, waiting, passed_s
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


async def _watch(app: FastAPI, client: redis.Redis) -> None:
    """One thread does all of it: a look is one way through the loop, for it runs beside what is measured."""
    at = await _in_thread(app, partial(_look_first, app, client), time.monotonic())
    while True:
        due = time.monotonic() + EVERY_S
        await asyncio.sleep(EVERY_S)
        at = await _in_thread(app, partial(_look_again, app, client, at, due), at)


async def _in_thread(app: FastAPI, take_look: Callable[[], float], before: float) -> float:
    """Return the time of this look; `before` where no thread can be started, and the next comes as usual."""
    try:
        return await run_in_threadpool(take_look)
    except RuntimeError as error:
        if not is_without_threads(error):
            raise
        app.state.answers.note(refusals=1)
        return before


def _look_first(app: FastAPI, client: redis.Redis) -> float:
    app.state.look = look(client, app.state.look, 0.0)
    return time.monotonic()


def _look_again(app: FastAPI, client: redis.Redis, before: float, due: float) -> float:
    """When this look was, in monotonic time as the one before. Agents are heard when loop, thread, connection
    and database together answer, as for a heartbeat that came when this was due; where one that
    has just come was answered, the database need not be asked as well."""
    now = time.monotonic()
    app.state.look = look(client, app.state.look, now - before)
    with contextlib.suppress(redis.RedisError, OSError, SQLAlchemyError):
        if now - liveness.heartbeats.came_at > EVERY_S:
            _ask_the_database()
        liveness.tell(client, time.monotonic() - due)
    return now


def _ask_the_database() -> None:
    with autocommit() as session:
        hosts_queries.count(session)


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    sys.setswitchinterval(TURN_S)
    settings = get_settings()
    at, within = settings.redis_url, {"socket_timeout": WITHIN_S, "socket_connect_timeout": WITHIN_S}
    client = redis.Redis.from_url(at, **within, **settings.redis_tls)
    listener = redis.asyncio.Redis.from_url(at, **within, **settings.redis_tls)
    tasks = [asyncio.create_task(part) for part in (_watch(app, client), shared_attempts.listen(listener))]
    yield
    for task in tasks:
        task.cancel()
