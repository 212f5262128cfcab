"""One experiment at a time on a host, whoever asks; the agents that work for it share the lock."""

import contextlib
import fcntl
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from agents.failure import JobFailed

_RUN = Path("/run/lock")


def default_folder() -> Path:
    """The same for every agent of a host, whichever user it runs as."""
    base = _RUN if os.access(_RUN, os.W_OK) else Path(tempfile.gettempdir())
    return base / "dynoboard"


class HostLock:
    """A shared flock on a file that names its experiment; the kernel releases it when the agent ends.

    Agents of containers share it where they share the folder.
    """

    def __init__(self, folder: Path, holder: str) -> None:
        self._folder, self._holder = folder, holder
        with contextlib.suppress(FileExistsError):
            folder.mkdir(parents=True)
            folder.chmod(0o1777)
        self._file: int | None = None
        self.experiment: str | None = None

    def take(self, experiment: str) -> None:
        """JobFailed `host_busy` names who holds it. Taking it again for the same experiment is fine."""
        if self.experiment == experiment:
            return
        if self.experiment is not None:
            raise _busy({"experiment": self.experiment, "agent": self._holder})
        with self._alone():
            file = _opened(self._folder / "host")
            try:
                if _locked(file, fcntl.LOCK_EX):
                    _write(file, {"experiment": experiment, "agent": self._holder, "pid": os.getpid()})
                elif (known := _read(file)).get("experiment") != experiment:
                    raise _busy(known)
                fcntl.flock(file, fcntl.LOCK_SH)
            except BaseException:
                os.close(file)
                raise
        self._file, self.experiment = file, experiment

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
        self._file = self.experiment = None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps others from looking or taking: turning one kind of flock into another is not atomic."""
        gate = _opened(self._folder / "gate")
        try:
            fcntl.flock(gate, fcntl.LOCK_EX)
            yield
        finally:
            os.close(gate)


def _opened(path: Path) -> int:
    """Without O_CREAT first: the kernel denies that for another user's file in a folder open to all."""
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
    with contextlib.suppress(FileNotFoundError):
        return os.open(path, flags)
    with contextlib.suppress(FileExistsError):
        file = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666)
        os.fchmod(file, 0o666)
        return file
    return os.open(path, flags)


def _locked(file: int, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(file: int, said: dict[str, object]) -> None:
    os.ftruncate(file, 0)
    os.pwrite(file, json.dumps(said).encode(), 0)


def _read(file: int) -> dict[str, object]:
    try:
        said = json.loads(os.pread(file, 4096, 0))
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _busy(known: dict[str, object]) -> JobFailed:
    who = f"experiment {known.get('experiment', '?')}, through agent {known.get('agent', '?')}"
    return JobFailed("host_busy", f"This host is held by {who}; one experiment at a time")
