"""The load tool of a trial, seen from outside: when it starts, what it runs, when it ends."""

import os
import select
import time
from pathlib import Path

from agents import procfs
from e2e.bench.stack import Stack

LOOK_S = 0.005


def await_tool(agent: int, stack: Stack, experiment_id: str, within_s: float = 20) -> int | None:
    """The next load tool of the load agent; None when the experiment has ended."""
    deadline, look = time.monotonic() + within_s, 0
    while time.monotonic() < deadline:
        for pid in procfs.children(agent):
            if "-d" in procfs.command_line(pid) and argv_of(pid)[:1] == ["wrk"]:
                return pid
        look += 1
        if look % 50 == 0 and stack.state(experiment_id).is_final:
            return None
        time.sleep(LOOK_S)
    raise RuntimeError("the load agent did not start its tool")


def argv_of(pid: int) -> list[str]:
    """What a process runs; empty while it is still the shim that starts it, or gone."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[:-1]
    except OSError:
        return []
    return [word.decode() for word in words]


def await_end(pid: int) -> None:
    """Without looking: the kernel tells."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        poll.poll()
    finally:
        os.close(handle)
