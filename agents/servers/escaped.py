"""Processes that left the session of a server which went into the background."""

import os
import signal
import time
from contextlib import suppress

from agents import procfs
from agents.processes import Child

_PATIENCE_S = 1.0


class Mounts:
    """Mounts made for one child alone; none where it has those of the agent, or is gone.

    They are held until they are released: the kernel gives the number of mounts that are gone to those
    of the next child, which may be another agent's.
    """

    def __init__(self, pid: int) -> None:
        self._handle: int | None = None
        with suppress(OSError):
            self._handle = os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
        if self._handle is not None and _number(os.getpid()) == os.fstat(self._handle).st_ino:
            self.release()

    def pids(self) -> set[int]:
        """Processes that have these mounts."""
        if self._handle is None:
            return set()
        number = os.fstat(self._handle).st_ino
        return {pid for pid in procfs.all_pids() if _number(pid) == number and procfs.is_running(pid)}

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _number(pid: int) -> int | None:
    try:
        return os.stat(f"/proc/{pid}/ns/mnt").st_ino
    except OSError:
        return None


def members_of(child: Child, mounts: Mounts) -> set[int]:
    """Processes of a child's session, and those that share the mounts made for it alone."""
    return {*child.session_members(), *mounts.pids()}


def end_members(child: Child, mounts: Mounts) -> None:
    """Kill what is left of a server."""
    members = members_of(child, mounts)
    deadline = time.monotonic() + _PATIENCE_S
    while members and time.monotonic() < deadline:
        for pid in members:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
        members = members_of(child, mounts)
    mounts.release()
