"""Share failed and successful attempts between API processes, so that their rate limiters count as one.

Each process counts by itself and hears the others through Redis at once. While Redis is away, each still
counts what it sees. Two attempts at the same instant in two processes may count half.
"""

import asyncio
import logging
import os
from functools import partial

import redis
import redis.asyncio
from pydantic import BaseModel, ValidationError

from backend.events import get_redis
from backend.http.rate_limiter import RateLimiter

LOG = logging.getLogger(__name__)
CHANNEL = "dyno:attempts"
AGAIN_AFTER_S, SILENT_S = 1.0, 30.0
_rate_limiters: dict[str, RateLimiter] = {}


class _Attempt(BaseModel):
    process: str
    limiter: str
    is_success: bool
    key: str


def shared_rate_limiter(name: str) -> RateLimiter:
    """A rate limiter that all API processes share by its `name`."""
    _rate_limiters[name] = RateLimiter(tell=partial(_tell, name))
    return _rate_limiters[name]


def _tell(name: str, is_success: bool, key: str) -> None:
    outcome = _Attempt(process=_own_process(), limiter=name, is_success=is_success, key=key)
    try:
        get_redis().publish(CHANNEL, outcome.model_dump_json())
    except (redis.RedisError, ValueError) as error:  # away, or DYNO_REDIS_URL is none
        LOG.warning("other API processes do not hear of an attempt: %s", error)


def _own_process() -> str:
    return f"{os.uname().nodename} {os.getpid()}"


async def listen(client: redis.asyncio.Redis) -> None:
    """Count what other processes tell, for as long as this one runs."""
    while True:
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(CHANNEL)
                while True:
                    message = await pubsub.get_message(timeout=SILENT_S)
                    if message is None:
                        await pubsub.ping()  # a connection that leads nowhere ends so
                    elif message["type"] == "message":
                        _take_outcome(message["data"])
        except (redis.RedisError, OSError):
            await asyncio.sleep(AGAIN_AFTER_S)


def _take_outcome(data: bytes | str) -> None:
    try:
        outcome = _Attempt.model_validate_json(data)
    except ValidationError:
        LOG.warning("a message on %s is not one of ours", CHANNEL)
        return
    limiter = _rate_limiters.get(outcome.limiter)
    if limiter and outcome.process != _own_process():
        limiter.record(outcome.is_success, outcome.key)
