"""Files written whole or not at all, files of somebody else, and folders that do not grow forever."""

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path


def failure_words(error: Exception) -> str:
    """Explain what failed: of an error of the system its file and words, without its number."""
    parts = (error.filename, error.strerror) if isinstance(error, OSError) else ()
    return ": ".join(str(part) for part in parts if part) or str(error)


def forget_oldest(folder: Path, count: int) -> None:
    """Keep only the newest files of a folder."""
    ages: list[tuple[float, str]] = []
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            ages.append((entry.stat().st_mtime, entry.path))
    for _, path in sorted(ages)[:-count]:
        Path(path).unlink(missing_ok=True)


def write_atomically(path: Path, body: bytes, mode: int = 0o600, durable: bool = False) -> None:
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


@contextlib.contextmanager
def open_plain(path: Path, flags: int = os.O_RDONLY) -> Iterator[int]:
    """A file in a folder that a child may write to: a plain one only, by no other name.

    OSError where a link, a pipe or a second name of another file is in its place.
    """
    handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise OSError(f"{path} is not a plain file")
        yield handle
    finally:
        os.close(handle)


def end_of(path: Path, size: int) -> str:
    """The last `size` bytes of such a file as text; empty when it is not there, or not plain."""
    try:
        with open_plain(path) as handle:
            length = os.fstat(handle).st_size
            return os.pread(handle, size, max(0, length - size)).decode(errors="replace")
    except OSError:
        return ""


def chunks_of(path: Path) -> Iterator[bytes]:
    """All bytes of such a file, in pieces; none when it is not there, or not plain."""
    with contextlib.suppress(OSError), open_plain(path) as handle:
        while chunk := os.read(handle, 1 << 22):
            yield chunk


def keep_private(folder: Path, besides: Path | None = None) -> None:
    """Take from everybody else what an earlier version let them do in a folder; `besides` stays as it is."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if Path(place, name) != besides]
        for path in (place, *(os.path.join(place, name) for name in files)):
            with contextlib.suppress(FileNotFoundError):
                mode = os.lstat(path).st_mode
                if not stat.S_ISLNK(mode) and mode & 0o077:
                    os.chmod(path, mode & 0o700)
