"""What API processes tell each other of wrong and right tries, so that all of them count as one.

Each counts by itself and hears the others at once, through Redis: who is right waits for nothing, and while
Redis is away each process still counts what it sees. What two are asked in the same instant may count half.
"""

import asyncio
import logging
import os
from functools import partial

import redis
import redis.asyncio
from pydantic import BaseModel, ValidationError

from backend.events import get_redis
from backend.throttle import Throttle

LOG = logging.getLogger(__name__)
CHANNEL = "dyno:tries"
AGAIN_AFTER_S, SILENT_S = 1.0, 30.0
_throttles: dict[str, Throttle] = {}


class _Said(BaseModel):
    process: str
    throttle: str
    right: bool
    key: str


def shared_throttle(name: str) -> Throttle:
    """A throttle of all API processes. `name`: what it is called among them."""
    _throttles[name] = Throttle(tell=partial(_tell, name))
    return _throttles[name]


def _tell(name: str, is_right: bool, key: str) -> None:
    outcome = _Said(process=_own_process(), throttle=name, right=is_right, key=key)
    try:
        get_redis().publish(CHANNEL, outcome.model_dump_json())
    except (redis.RedisError, ValueError) as error:  # away, or DYNO_REDIS_URL is none
        LOG.warning("other API processes do not hear of a try: %s", error)


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
        outcome = _Said.model_validate_json(data)
    except ValidationError:
        LOG.warning("a message on %s is not one of ours", CHANNEL)
        return
    throttle = _throttles.get(outcome.throttle)
    if throttle and outcome.process != _own_process():
        throttle.note(outcome.right, outcome.key)
