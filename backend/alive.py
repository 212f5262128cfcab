"""API, beat and worker say in Redis that they live: who is silent, and who only cannot be heard."""

import contextlib
import time

import redis

from backend.events import get_redis
from backend.heard import Part, key_of

API_KEY, API_LIFE_S = "dyno:api:up_since", 5
_KEPT_S = 86400


def say(part: Part) -> None:
    """This part lives; a Redis that is away is noticed by others."""
    with contextlib.suppress(redis.RedisError):
        get_redis().set(key_of(part), repr(time.time()), ex=_KEPT_S)


def begin_anew() -> None:
    """As if the API had just been started; nothing where none is up."""
    get_redis().set(API_KEY, str(time.time()), ex=API_LIFE_S, xx=True)


def api_up_since() -> float | None:
    """Epoch seconds since when an API process has been up without a gap; None while there is none."""
    value = get_redis().get(API_KEY)
    return float(value) if value else None  # pyright: ignore[reportArgumentType]
