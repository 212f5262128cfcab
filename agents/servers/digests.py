"""Digests of the files that a server consists of: hashed once, and again when a file is another one."""

import hashlib
import os
import stat
from typing import NamedTuple

MAX_BYTES = 2 * 1024**3
_ELF = b"\x7fELF"


class NoProgram(ValueError):
    """A file that is no program; the message says why."""


class _Identity(NamedTuple):
    device: int
    inode: int
    size: int
    modified_ns: int
    changed_ns: int


class FileDigests:
    """SHA-256 by path. A file with the device, inode, size and times of its last digest is not read again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[_Identity, str]] = {}

    def of(self, path: str) -> str:
        """OSError where the file cannot be read, NoProgram where it is no file or far too large."""
        identity = _identity(path)
        if path in self._known and self._known[path][0] == identity:
            return self._known[path][1]
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._known[path] = (identity, digest)
        return digest


def _identity(path: str) -> _Identity:
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise NoProgram(f"{path} is no file")
    if status.st_size > MAX_BYTES:
        raise NoProgram(f"{path} has {status.st_size:,} bytes; at most {MAX_BYTES:,} are read")
    return _Identity(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def check_program(path: str) -> None:
    """NoProgram where the file is not one that the kernel starts by itself; OSError where it is not there."""
    _identity(path)
    if not os.access(path, os.X_OK):
        raise NoProgram(f"{path} is not executable: chmod a+x {path}")
    with open(path, "rb") as file:
        if file.read(4) != _ELF:
            raise NoProgram(f"{path} is no program (ELF): a script would hide which program runs")
