"""Processes that left the session of a server which went into the background."""

import os
import signal
import time
from contextlib import suppress

from agents import procfs

_PATIENCE_S = 1.0


def mounts_of(pid: int) -> str:
    """Identity of a process's mounts; empty where they are the agent's own, or it is gone."""
    try:
        namespace = os.readlink(f"/proc/{pid}/ns/mnt")
        return "" if namespace == os.readlink("/proc/self/ns/mnt") else namespace
    except OSError:
        return ""


def members_of(session: int, mounts: str) -> set[int]:
    """Processes of a session, and those that share the mounts made for its leader alone."""
    pids = {pid for pid in procfs.all_pids() if mounts and mounts_of(pid) == mounts}
    return {*procfs.session_members(session), *(pid for pid in pids if procfs.is_running(pid))}


def end_members(session: int, mounts: str) -> None:
    """Kill what is left of a server."""
    members = members_of(session, mounts)
    deadline = time.monotonic() + _PATIENCE_S
    while members and time.monotonic() < deadline:
        for pid in members:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
        members = members_of(session, mounts)
