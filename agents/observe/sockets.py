"""TCP sockets by state, and the room that is left for new ones.

Read at the ends of a window only: the kernel walks all of its sockets for it.
"""

import socket
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from agents.contract.crowding import Ports, Tracked
from agents.observe.conntrack import read_tracked
from agents.observe.sampler import ProcFile
from agents.observe.sock_diag import ALL, LISTEN, TIME_WAIT, Socket, count_peers, list_sockets
from agents.observe.tcp import parse_sockstat

_STATES = {
    1: "established",
    2: "syn_sent",
    3: "syn_received",
    4: "fin_wait_1",
    5: "fin_wait_2",
    TIME_WAIT: "time_wait",
    7: "close",
    8: "close_wait",
    9: "last_ack",
    LISTEN: "listen",
    11: "closing",
    12: "syn_received",
}
_DEFAULT_RANGE = (32768, 60999)
MAX_LISTED = 100_000
"""Living sockets that are listed: more take seconds. So many are held on purpose, with ports of their own."""


class Sockets(NamedTuple):
    states: dict[str, int]
    ports: Ports


def read_sockets() -> Sockets:
    """The sockets of this network now; zeros where the kernel does not say."""
    between, conntrack = local_range(), read_tracked()
    time_wait = parse_sockstat(_text("/proc/net/sockstat")).get("tw", 0)
    try:
        family_set = families()
        are_few = parse_sockstat(_text("/proc/net/sockstat")).get("inuse", 0) <= MAX_LISTED
        living = list(list_sockets(ALL & ~(1 << TIME_WAIT), None, family_set)) if are_few else []
        # Of closed ones only those that hold one of our ports matter; a server can have many others.
        closed_towards = count_peers(1 << TIME_WAIT, between, family_set) if time_wait else {}
        return count_sockets(living, closed_towards, time_wait, between, conntrack)
    except OSError:
        return count_sockets((), {}, time_wait, between, conntrack)


def families() -> list[int]:
    """Each one makes the kernel walk through all sockets: IPv6 only where it is in use."""
    has_6 = parse_sockstat(_text("/proc/net/sockstat6")).get("inuse", 0) > 0
    return [socket.AF_INET, *([socket.AF_INET6] if has_6 else [])]


def read_ports() -> Ports:
    return read_sockets().ports


def local_range() -> tuple[int, int]:
    """First and last ephemeral port."""
    fields = _text("/proc/sys/net/ipv4/ip_local_port_range").split()
    first, last = map(int, fields) if len(fields) == 2 else _DEFAULT_RANGE
    return first, last


def count_sockets(
    living: Iterable[Socket],
    closed_towards: Mapping[bytes, int],
    time_wait: int,
    between: tuple[int, int],
    tracking: Tracked | None = None,
) -> Sockets:
    """Pure: sockets by state, and the ports in `between` that they take towards one address.

    `closed_towards`: other end → closed sockets that hold a port towards it.
    """
    states: Counter[str] = Counter()
    first, last = between
    towards = Counter(closed_towards)
    for sock in living:
        states[_STATES.get(sock.state, "other")] += 1
        if sock.state != LISTEN and first <= sock.port <= last:
            towards[sock.peer] += 1
    if time_wait:
        states["time_wait"] = time_wait
    in_use = max(towards.values(), default=0)
    ports = Ports(range=last - first + 1, in_use=in_use, time_wait=time_wait, tracked=tracking)
    return Sockets(dict(states), ports)


def _text(path: str) -> str:
    file = ProcFile(path)
    try:
        return file.text()
    finally:
        file.close()
