"""Places of values: this boot of this kernel, and for the network this namespace of it."""

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.journal.entry import Entry, Place

_NAMED = Path("/run/netns")


def current_place() -> Place:
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
    """Explain why a changed value cannot be there any more; empty when it may be."""
    if entry.boot != place.boot:
        return "the host has been rebooted since"
    if is_elsewhere(entry, place) and not _exists(entry.namespace):
        return "its network namespace is gone"
    return ""


class Network(NamedTuple):
    """Way for a person into this agent's network where that is not the host's own; else empty and None."""

    netns: str = ""  # its name for `ip netns`
    net_of: int | None = None  # a process in it, where it has no name


def network_of(entry: Entry) -> Network:
    """The network in which an entry's value is put back by hand."""
    if not is_of_network(entry):
        return Network()
    if name := _name_here():
        return Network(netns=name)
    namespace, host = namespace_of("thread-self"), namespace_of(1)
    is_apart = None not in (namespace, host) and namespace != host
    return Network(net_of=os.getpid() if is_apart else None)


def _name_here() -> str:
    """The name that `ip netns` knows this agent's network by; empty where it has none."""
    with contextlib.suppress(OSError):
        current = os.stat("/proc/thread-self/ns/net")
        for path in _NAMED.iterdir():
            if os.path.samestat(path.stat(), current):
                return path.name
    return ""


def _exists(namespace: str) -> bool:
    """A namespace lives while a process is in it, or a mount holds it (`ip netns`)."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text()
    except OSError:
        mounts = ""
    return namespace in mounts or any(namespace_of(pid) == namespace for pid in procfs.all_pids())
