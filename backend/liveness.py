"""API, beat and worker say in Redis that they live: who is silent, and who only cannot be heard.

Of the API it is since when it hears agents in time: the sweep tells silent hosts from a deaf API.
"""

import contextlib
import logging
import math
import socket
import time

import redis

from backend.events import get_redis
from backend.liveness_keys import Part, key_of

LOG = logging.getLogger(__name__)
API_KEY, API_LIFE_S, SLOW_S = "dyno:api:hears_since", 5, 2.0
_KEPT_S = 86400


def say(part: Part) -> None:
    """This part lives, and does so on this machine; a Redis that is away is noticed by others."""
    with contextlib.suppress(redis.RedisError), get_redis().pipeline(transaction=False) as pipe:
        for key in (key_of(part), key_of(part, socket.gethostname())):
            pipe.set(key, repr(time.time()), ex=_KEPT_S)
        pipe.execute()


class Heartbeats:
    """Moment at which the newest came that this process has answered from the database, in monotonic seconds:
    of one that took long it is long ago."""

    came_at = -math.inf


heartbeats = Heartbeats()


def tell(client: redis.Redis, took_s: float) -> None:
    """Keep the moment since when agents are heard. `took_s`: so long a heartbeat was on its way just now."""
    if took_s > SLOW_S or not client.expire(API_KEY, API_LIFE_S):
        client.set(API_KEY, str(time.time()), ex=API_LIFE_S)
    if took_s > SLOW_S:
        LOG.warning("a heartbeat would have waited for %.1f s; hosts are not taken for silent", took_s)


def begin_anew() -> None:
    """As if the API had just been started; nothing where none is up."""
    get_redis().set(API_KEY, str(time.time()), ex=API_LIFE_S, xx=True)


def api_hears_since() -> float | None:
    """Epoch seconds since when an API process has heard agents without a gap; None while none does."""
    value = get_redis().get(API_KEY)
    return float(value) if value else None  # pyright: ignore[reportArgumentType]
