"""Free space where the data is. A disk that is full ends PostgreSQL and Redis, so we stop filling it before.

What is measured beside them must not suffer: a look is one system call.
"""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import redis

from agents.contract.space import MB, ROOM_AGAIN, Disk, Level, Limits, in_words, level_of, limit
from backend.errors import NoSpace
from backend.events import get_redis
from backend.settings import Settings, get_settings

# What PostgreSQL may write before it frees any of it is 512 MB (`max_wal_size`): that has to stay.
MAX_OUT, OUT_SHARE = 512 * MB, 0.05
MAX_LOW, LOW_SHARE = 1024 * MB, 0.10
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
        text = f"{in_words(self.disk.free)} are left in {self.folder}, where Dynoboard keeps its data."
        if self.level is Level.LOW:
            again = in_words(int(self.limits.low * ROOM_AGAIN))
            return f"{text} Nothing new is launched until {again} are free; what runs goes on."
        again = in_words(int(self.limits.out * ROOM_AGAIN))
        return (
            f"{text} Experiments wait before their next trial and go on by themselves once {again} are free."
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
        disk = Disk.of(os.statvfs(_existing_parent(self.folder)))
        limits = Limits(
            limit(disk.size, MAX_LOW, LOW_SHARE) if self.low_mb is None else self.low_mb * MB,
            limit(disk.size, MAX_OUT, OUT_SHARE) if self.out_mb is None else self.out_mb * MB,
        )
        self._level = level_of(disk, limits, self._level)
        return Space(self.folder, self._level, disk, limits)


def _existing_parent(folder: Path) -> Path:
    """The folder, or the nearest one above it: it is made on the same disk when it is first needed."""
    return next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())


def watch_of(folder: Path, settings: Settings) -> Watch:
    """With the limits of the settings."""
    return Watch(folder, settings.space_low_mb, settings.space_out_mb)


@lru_cache
def _watch() -> Watch:
    return watch_of(get_settings().data, get_settings())


def problem() -> str:
    """Why this cannot work now; empty when there is room, even if only little."""
    reading = _watch().look()
    return reading.sentence() if reading.level is Level.OUT else ""


def bytes_left() -> tuple[int, int]:
    """Free bytes where the data is, and the size of that disk."""
    reading = _watch().look()
    return reading.disk.free, reading.disk.size


def title_and_sentence() -> tuple[str, str]:
    """What is the matter, and what it means; both empty while there is enough."""
    reading = _watch().look()
    title = {Level.FINE: "", Level.LOW: "Disk space is low.", Level.OUT: "Disk space has run out."}
    return title[reading.level], reading.sentence()


def refuse_new() -> None:
    """NoSpace while nothing new may begin."""
    if text := _watch().look().sentence():
        raise NoSpace(f"{text} Free some space there: docs/install.md says how.")


@dataclass(frozen=True)
class Shortage:
    """Where there is too little space for another trial."""

    place: str  # “in /srv/dyno (12 MB left)”; empty while there is enough
    hosts: Mapping[str, int]  # id of a host whose own disk is full → free bytes

    def waiting(self, hosts: Iterable[tuple[str, str]]) -> str:
        """Where a trial on these hosts (id, name) has to wait: “on load (12 MB left)”; empty: nowhere."""
        full = [f"{name} ({in_words(self.hosts[i])} left)" for i, name in hosts if i in self.hosts]
        return self.place or ("on " + " and ".join(full) if full else "")


def shortage(host_ids: Collection[str]) -> Shortage:
    """As it is now, here and on these hosts."""
    reading = _watch().look()
    place = f"in {reading.folder} ({in_words(reading.disk.free)} left)" if reading.level is Level.OUT else ""
    return Shortage(place, _full_of(list(host_ids)))


def note_host(host_id: str, free: int | None) -> None:
    """What an agent says of its own disk: `free` where that is too little. It is soon forgotten."""
    if free is not None:
        with suppress(redis.RedisError):
            get_redis().set(HOST_KEY.format(host_id), free, ex=HOST_LIFE_S)


def _full_of(host_ids: Sequence[str]) -> dict[str, int]:
    """Free bytes of hosts whose own disk is full; unknown while Redis is away."""
    if not host_ids:
        return {}
    try:
        with get_redis().pipeline(transaction=False) as pipeline:
            for host_id in host_ids:
                pipeline.get(HOST_KEY.format(host_id))
            answers = pipeline.execute()
    except redis.RedisError:
        return {}
    return {i: int(free) for i, free in zip(host_ids, answers, strict=True) if free is not None}
