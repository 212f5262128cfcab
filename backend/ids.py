"""Ids for URLs: short, unguessable, sortable by time of creation."""

import secrets
import time
from datetime import UTC, datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, no look-alikes
_EPOCH = 1_735_689_600  # 2025-01-01; 35 bits of 1/32 s last until 2059
_TIME_CHARS = 7
_RANDOM_CHARS = 7  # 35 bits


def new_id() -> str:
    """14 characters: 7 of time, 7 of chance."""
    ticks = int((time.time() - _EPOCH) * 32)
    stamp = "".join(_ALPHABET[(ticks >> shift) & 31] for shift in range(5 * (_TIME_CHARS - 1), -1, -5))
    return stamp + "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_CHARS))


def made_at(id_: str) -> datetime | None:
    """Read the time from an id, to 1/32 s; None where it is none of these."""
    if len(id_) != _TIME_CHARS + _RANDOM_CHARS or not set(id_) <= set(_ALPHABET):
        return None
    ticks = 0
    for char in id_[:_TIME_CHARS]:
        ticks = ticks << 5 | _ALPHABET.index(char)
    return datetime.fromtimestamp(_EPOCH + ticks / 32, UTC)


def is_id(text: str) -> bool:
    """Whether it can be an id at all; PostgreSQL would refuse some of what an address may hold."""
    return text.isascii() and text.isalnum()
