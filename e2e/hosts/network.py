"""A small network on this machine: three namespaces, some for guests, each cabled to a switch; and this side.

The switch is a bridge in a namespace of its own: no firewall of the machine filters between the hosts.
"""

import ipaddress
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal

from agents.catalog.roles import ROLES, Role

Guest = Literal["guest", "guest2", "guest3", "guest4"]
Place = Role | Guest
GUESTS: tuple[Guest, ...] = ("guest", "guest2", "guest3", "guest4")
"""They have no agent: they are for hosts that come later."""
PLACES: tuple[Place, ...] = (*ROLES, *GUESTS)
_NAME = re.compile(rf"dyno(\d+)-(switch|{'|'.join(PLACES)})")
_CANDIDATES = [f"10.{second}.{third}.0/24" for second in (213, 214, 215) for third in range(256)]


@dataclass(frozen=True)
class Network:
    """`subnet` has this side at .1 and the hosts at .11 and up; `owner` is the process that it belongs to."""

    owner: int
    subnet: ipaddress.IPv4Network

    @property
    def control(self) -> str:
        """The address of this side: where the hosts reach the control plane."""
        return str(self.subnet[1])

    def address(self, role: Place) -> str:
        return str(self.subnet[11 + PLACES.index(role)])

    def namespace(self, role: Place) -> str:
        return f"dyno{self.owner}-{role}"

    @property
    def switch(self) -> str:
        return f"dyno{self.owner}-switch"

    def enter(self, role: Place) -> list[str]:
        """Before an argument list, runs it on that host."""
        return ["ip", "netns", "exec", self.namespace(role)]

    def cut(self, role: Role) -> None:
        """Pull the host's cable out of the switch."""
        _ip("-n", self.switch, "link", "set", role, "down")

    def mend(self, role: Role) -> None:
        """Plug it in again."""
        _ip("-n", self.switch, "link", "set", role, "up")

    def move(self, role: Role, address: str) -> None:
        """Give the host this address in place of all that it has."""
        place = ("dev", "eth0")
        _ip("-n", self.namespace(role), "addr", "flush", *place)
        _ip("-n", self.namespace(role), "addr", "add", f"{address}/{self.subnet.prefixlen}", *place)

    def pids(self, role: Role) -> list[int]:
        """The processes on the host."""
        return _pids(self.namespace(role))

    def bytes_through(self, role: Role) -> tuple[int, int]:
        """What the host has received and sent over its cable."""
        link = _told("-n", self.namespace(role), "-s", "link", "show", "dev", "eth0")[0]["stats64"]
        return link["rx"]["bytes"], link["tx"]["bytes"]

    def sysctl(self, role: Place, key: str, value: str | None = None) -> str:
        """A kernel setting as the host has it, after setting it when a value is given."""
        words = ["-w", f"{key}={value}"] if value is not None else [key]
        done = subprocess.run(
            [*self.enter(role), "sysctl", "-n", *words], check=True, capture_output=True, text=True
        )
        return " ".join(done.stdout.split())


@contextmanager
def three_namespaces() -> Iterator[Network]:
    """The network for the duration of the block; what killed owners left is removed first."""
    remove_leftovers()
    network = Network(os.getpid(), free_subnet(_used_subnets()))
    try:
        _build(network)
        yield network
    finally:
        for name in (*map(network.namespace, PLACES), network.switch):
            _remove(name)


def remove_leftovers() -> None:
    """Remove the namespaces of processes that are gone."""
    for name in _namespaces():
        found = _NAME.fullmatch(name)
        if found and not os.path.exists(f"/proc/{found[1]}"):
            _remove(name)


def free_subnet(used: list[ipaddress.IPv4Network]) -> ipaddress.IPv4Network:
    """One of ours that meets none in use, beginning where this process's number points."""
    start = os.getpid() % len(_CANDIDATES)
    for text in _CANDIDATES[start:] + _CANDIDATES[:start]:
        candidate = ipaddress.IPv4Network(text)
        if not any(candidate.overlaps(other) for other in used):
            return candidate
    raise RuntimeError("every private range that the three hosts could have is in use on this machine")


def _used_subnets() -> list[ipaddress.IPv4Network]:
    """Networks that this machine is in or has a route to; not the default route."""
    routes = [route["dst"] for route in _told("-4", "route", "show", "table", "all")]
    return [ipaddress.IPv4Network(dst, strict=False) for dst in routes if re.match(r"\d", dst)]


def _build(network: Network) -> None:
    bits = network.subnet.prefixlen
    _ip("netns", "add", network.switch)
    _ip("-n", network.switch, "link", "add", "bridge", "type", "bridge", "forward_delay", "0")
    _ip("-n", network.switch, "link", "set", "bridge", "up")
    ours = f"dyno{network.owner}"
    _cable(network, "control", ours)
    _ip("addr", "add", f"{network.control}/{bits}", "dev", ours)
    _ip("link", "set", ours, "up")
    for role in PLACES:
        inside = network.namespace(role)
        _ip("netns", "add", inside)
        _cable(network, role, "eth0", inside)
        _ip("-n", inside, "addr", "add", f"{network.address(role)}/{bits}", "dev", "eth0")
        _ip("-n", inside, "link", "set", "eth0", "up")
        _ip("-n", inside, "link", "set", "lo", "up")


def _cable(network: Network, port: str, end: str, namespace: str | None = None) -> None:
    """From a port of the switch to an end in a namespace, or on this side."""
    there = namespace or str(os.getpid())
    _ip("-n", network.switch, "link", "add", port, "type", "veth", "peer", "name", end, "netns", there)
    _ip("-n", network.switch, "link", "set", port, "master", "bridge", "up")


def _remove(name: str) -> None:
    """End what still runs in a namespace, then the namespace with its cables."""
    if name not in _namespaces():
        return
    for pid in _pids(name):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    # without this a process that is still ending would keep the cables, and our end with its address
    for link in _told("-n", name, "link", "show", "type", "veth", check=False):
        _ip("-n", name, "link", "delete", link["ifname"], check=False)
    _ip("netns", "delete", name, check=False)


def _pids(name: str) -> list[int]:
    return [int(pid) for pid in _ip("netns", "pids", name, check=False).split()]


def _namespaces() -> list[str]:
    return [namespace["name"] for namespace in _told("netns", "list")]


def _ip(*words: str, check: bool = True) -> str:
    done = subprocess.run(["ip", *words], check=False, capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def _told(*words: str, check: bool = True) -> list[dict[str, Any]]:
    return json.loads(_ip("-json", *words, check=check) or "[]")
