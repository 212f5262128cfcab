"""Files written whole or not at all, and folders that do not grow forever."""

import contextlib
import os
import tempfile
from pathlib import Path


def forget_oldest(folder: Path, kept: int) -> None:
    """Keep only the newest files of a folder."""
    ages: list[tuple[float, str]] = []
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            ages.append((entry.stat().st_mtime, entry.path))
    for _, path in sorted(ages)[:-kept]:
        Path(path).unlink(missing_ok=True)


def write_atomically(path: Path, body: bytes, mode: int = 0o644, durable: bool = False) -> None:
    """Write a file whole or not at all; `durable` also survives a power loss."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(body)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A new or removed name is only on disk once its folder is."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
