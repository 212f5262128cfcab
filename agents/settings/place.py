"""Where values live: this boot of this kernel, and for the network this namespace of it."""

import contextlib
import os
from pathlib import Path

from agents import procfs
from agents.journal.entry import Entry, Place

_NAMED = Path("/run/netns")


def here() -> Place:
    return Place(procfs.boot_id(), namespace_of("thread-self") or "")


def namespace_of(pid: int | str) -> str | None:
    """The network namespace of a process, such as `net:[4026531840]`; None when it cannot be seen."""
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return None


def is_of_network(entry: Entry) -> bool:
    return entry.kind == "sysctl" and entry.name.startswith("net.")


def is_elsewhere(entry: Entry, place: Place) -> bool:
    """Whether an entry is about another network than the one this agent is in."""
    return is_of_network(entry) and entry.namespace != place.namespace


def why_gone(entry: Entry, place: Place) -> str:
    """Why a changed value cannot be there any more; empty when it may be."""
    if entry.boot != place.boot:
        return "the host has been rebooted since"
    if is_elsewhere(entry, place) and not _exists(entry.namespace):
        return "its network namespace is gone"
    return ""


def enter(entry: Entry) -> str:
    """What a person puts before a command, where this agent's network is not the host's own."""
    if not is_of_network(entry):
        return ""
    if name := _name_here():
        return f"ip netns exec {name} "
    ours, host = namespace_of("thread-self"), namespace_of(1)
    is_apart = None not in (ours, host) and ours != host
    return f"nsenter --target {os.getpid()} --net " if is_apart else ""


def _name_here() -> str:
    """The name that `ip netns` knows this agent's network by; empty where it has none."""
    with contextlib.suppress(OSError):
        here = os.stat("/proc/thread-self/ns/net")
        for path in _NAMED.iterdir():
            if os.path.samestat(path.stat(), here):
                return path.name
    return ""


def _exists(namespace: str) -> bool:
    """A namespace lives while a process is in it, or a mount holds it (`ip netns`)."""
    try:
        held = Path("/proc/self/mountinfo").read_text()
    except OSError:
        held = ""
    return namespace in held or any(namespace_of(pid) == namespace for pid in procfs.all_pids())
