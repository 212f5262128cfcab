"""Whether the disks of this agent have room: for what it keeps, and for what its children write."""

import os
from collections.abc import Iterable
from pathlib import Path

from agents.contract.space import MB, Disk, Level, Limits, in_words, level_of, limit
from agents.failure import no_space

MIN_FREE, SHARE = 64 * MB, 0.05  # of a small disk: below it nothing begins here


class Disks:
    """Looked at before each job that writes, and with each heartbeat."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._level: dict[Path, Level] = {}

    def full(self) -> tuple[Path, int] | None:
        """A folder with too little room, and what is left there in bytes."""
        for folder in self._folders:
            disk = _disk_of(folder)
            limits = Limits(0, limit(disk.size, MIN_FREE, SHARE))
            self._level[folder] = level_of(disk, limits, self._level.get(folder, Level.FINE))
            if self._level[folder] is Level.OUT:
                return folder, disk.free
        return None

    def free(self) -> int | None:
        """For heartbeats: what is left, where that is too little."""
        full_disk = self.full()
        return full_disk[1] if full_disk else None

    def require(self) -> None:
        """JobFailed `no_space` before anything is written or changed."""
        if full_disk := self.full():
            raise no_space(f"{in_words(full_disk[1])} are left on the disk of {full_disk[0]}")


def _disk_of(folder: Path) -> Disk:
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return Disk.of(os.statvfs(existing))
