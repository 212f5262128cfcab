"""A small disk of its own for a test, which can be filled and freed. Root only."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PIECE = 64 * 1024


@dataclass(frozen=True)
class SmallDisk:
    """A tmpfs at `folder`."""

    folder: Path

    def fill(self, leave: int = 0) -> None:
        """Until no more than `leave` bytes are free."""
        with self._filler.open("ab", buffering=0) as file, suppress(OSError):
            while self.free() > leave and file.write(b"x" * PIECE):
                pass

    def clear(self) -> None:
        """Give back what `fill` took."""
        self._filler.unlink(missing_ok=True)

    def free(self) -> int:
        """Bytes."""
        found = os.statvfs(self.folder)
        return found.f_bavail * found.f_frsize

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mounted for the duration of the block."""
    folder.mkdir(mode=0o711, exist_ok=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=711", "dyno-small", folder], check=True
    )
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
