"""Digests of the files that a server consists of: hashed once, and again when a file is another one."""

import hashlib
import os
import stat
from typing import NamedTuple

from agents.contract.reports import SERVER_CHANGED
from agents.contract.servers import ServerFacts
from agents.failure import JobFailed
from agents.files import failure_words

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


def check_unchanged(facts: ServerFacts, program: str, digests: FileDigests, digest: str) -> None:
    """JobFailed where a file is not the one of the facts, or those are not what they were at the launch."""
    digest_of = {
        program: facts.sha256,
        **facts.libraries,
        **(facts.declaration.files if facts.declaration else {}),
    }
    try:
        changed_path = next((path for path, sha256 in digest_of.items() if digests.of(path) != sha256), None)
    except FileNotFoundError as error:
        text = f"{facts.name} is missing: {error.filename} is not there; install it again"
        raise JobFailed("tool_missing", text) from error
    except (OSError, NoProgram) as error:
        raise JobFailed(SERVER_CHANGED, f"{facts.name}: {failure_words(error)}") from error
    if changed_path:
        text = f"{facts.name} was declared with another {changed_path}: send the agent HUP to read it anew"
        raise JobFailed(SERVER_CHANGED, text)
    if digest and digest != facts.digest:
        text = f"{facts.name} is not what it was when this experiment was launched: launch it again"
        raise JobFailed(SERVER_CHANGED, text)
