"""Free space where the data is. A disk that is full ends PostgreSQL and Redis, so we stop filling it before.

What is measured beside them must not suffer: a look is one system call.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import redis
from fastapi import APIRouter
from pydantic import BaseModel, Field

from agents.contract.space import MB, ROOM_AGAIN, Disk, Level, Limits, in_words, level_of, limit
from backend.errors import NoSpace
from backend.events import get_redis
from backend.settings import Settings, get_settings

# What PostgreSQL may write before it frees any of it is 512 MB (`max_wal_size`): that has to stay.
OUT_MOST, OUT_SHARE = 512 * MB, 0.05
LOW_MOST, LOW_SHARE = 1024 * MB, 0.10
HOST_KEY, HOST_LIFE_S = "dyno:no_space:{}", 10  # five heartbeats


@dataclass(frozen=True)
class Space:
    """What a look found."""

    folder: Path
    level: Level
    disk: Disk
    limits: Limits

    def sentence(self) -> str:
        """What is the matter and what to do; empty when nothing is."""
        if self.level is Level.FINE:
            return ""
        left = f"{in_words(self.disk.free)} are left in {self.folder}, where Dynoboard keeps its data."
        if self.level is Level.LOW:
            again = in_words(int(self.limits.low * ROOM_AGAIN))
            return f"{left} Nothing new is launched until {again} are free; what runs goes on."
        again = in_words(int(self.limits.out * ROOM_AGAIN))
        return (
            f"{left} Experiments wait before their next trial and go on by themselves once {again} are free."
        )


@dataclass
class Watch:
    """Looks at one folder, and remembers how it was: see `level_of`."""

    folder: Path
    low_mb: int | None = None
    out_mb: int | None = None
    _level: Level = field(default=Level.FINE, init=False)

    def look(self) -> Space:
        """How it is now."""
        disk = Disk.of(os.statvfs(self.folder))
        limits = Limits(
            limit(disk.size, LOW_MOST, LOW_SHARE) if self.low_mb is None else self.low_mb * MB,
            limit(disk.size, OUT_MOST, OUT_SHARE) if self.out_mb is None else self.out_mb * MB,
        )
        self._level = level_of(disk, limits, self._level)
        return Space(self.folder, self._level, disk, limits)


def watch_of(folder: Path, settings: Settings) -> Watch:
    """With the limits of the settings."""
    return Watch(folder, settings.space_low_mb, settings.space_out_mb)


@lru_cache
def _watch() -> Watch:
    return watch_of(get_settings().data, get_settings())


def problem() -> str:
    """Why this cannot work now; empty when there is room, even if only little."""
    found = _watch().look()
    return found.sentence() if found.level is Level.OUT else ""


def refuse_new() -> None:
    """NoSpace while nothing new may begin."""
    if text := _watch().look().sentence():
        raise NoSpace(f"{text} Free some space there: docs/install.md says how.")


def waiting(hosts: Iterable[tuple[str, str]]) -> str:
    """Where the next trial has to wait for space: “in /srv/dyno (12 MB left)”; empty: nowhere.

    `hosts`: id and name of those that it needs.
    """
    found = _watch().look()
    if found.level is Level.OUT:
        return f"in {found.folder} ({in_words(found.disk.free)} left)"
    full = _full_of(dict(hosts))
    return "on " + " and ".join(f"{name} ({in_words(free)} left)" for name, free in full) if full else ""


def note_host(host_id: str, free: int | None) -> None:
    """What an agent says of its own disk: `free` where that is too little. It is soon forgotten."""
    if free is not None:
        with suppress(redis.RedisError):
            get_redis().set(HOST_KEY.format(host_id), free, ex=HOST_LIFE_S)


def _full_of(hosts: dict[str, str]) -> list[tuple[str, int]]:
    """Names and free bytes of hosts whose own disk is full; unknown while Redis is away."""
    try:
        with get_redis().pipeline(transaction=False) as asked:
            for host_id in hosts:
                asked.get(HOST_KEY.format(host_id))
            said = asked.execute()
    except redis.RedisError:
        return []
    return [(name, int(free)) for name, free in zip(hosts.values(), said, strict=True) if free is not None]


class SpaceOut(BaseModel):
    level: Literal["fine", "low", "out"] = Field(
        description="low: nothing new is launched; out: experiments wait before their next trial"
    )
    folder: str
    free_bytes: int
    sentence: str = Field(description="what it means and when it ends; empty while it is fine")


router = APIRouter(tags=["version"])


@router.get("/space")
def get_space() -> SpaceOut:
    """Free space where the dashboard keeps its data."""
    found = _watch().look()
    return SpaceOut(
        level=found.level.name.lower(),  # pyright: ignore[reportArgumentType]
        folder=str(found.folder),
        free_bytes=found.disk.free,
        sentence=found.sentence(),
    )
