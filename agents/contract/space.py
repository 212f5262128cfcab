"""Levels of free space on a disk: fine, low or out. Pure; the same for the control plane and for agents."""

import os
from enum import IntEnum
from typing import NamedTuple, Self

MB = 1024 * 1024
NO_SPACE = "no_space"  # failure of a job that a host had no room for: worth repeating once it has
MAX_BYTES = 2**63 - 1
ROOM_AGAIN = 1.25  # times a limit: what was too little is enough again, so that it does not come and go


class Level(IntEnum):
    """`LOW`: nothing new begins. `OUT`: what runs pauses before its next step."""

    FINE = 0
    LOW = 1
    OUT = 2


class Disk(NamedTuple):
    """Bytes of one file system that its folders may still fill, of all that it has."""

    free: int
    size: int

    @classmethod
    def of(cls, status: os.statvfs_result) -> Self:
        """Read the space for users who are not root. Without room for another file a disk has none at all."""
        has_files = status.f_files == 0 or status.f_favail > 0
        return cls(status.f_bavail * status.f_frsize if has_files else 0, status.f_blocks * status.f_frsize)


class Limits(NamedTuple):
    """Bytes below which there is too little room; 0: never."""

    low: int
    out: int


def limit(size: int, most: int, share: float) -> int:
    """A share of a small disk, and no more than `most` of a large one."""
    return min(most, int(size * share))


def level_of(disk: Disk, limits: Limits, before: Level = Level.FINE) -> Level:
    """Find the level now. It gets better only once a quarter more than the limit is free."""
    if disk.free < limits.out * (ROOM_AGAIN if before is Level.OUT else 1):
        return Level.OUT
    if disk.free < limits.low * (ROOM_AGAIN if before is not Level.FINE else 1):
        return Level.LOW
    return Level.FINE


def in_words(count: int) -> str:
    """“340 MB”."""
    return f"{count // MB} MB" if count < 10 * 1024 * MB else f"{count / (1024 * MB):.0f} GB"
