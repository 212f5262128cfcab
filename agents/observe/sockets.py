"""TCP sockets by state, and the ephemeral ports that they take, from /proc/net/tcp and tcp6.

Read at the ends of a window only: the kernel walks all of its sockets for it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from agents.contract.crowding import Ports
from agents.observe.sampler import ProcFile

_STATES = {
    "01": "established",
    "02": "syn_sent",
    "03": "syn_received",
    "04": "fin_wait_1",
    "05": "fin_wait_2",
    "06": "time_wait",
    "07": "close",
    "08": "close_wait",
    "09": "last_ack",
    "0A": "listen",
    "0B": "closing",
    "0C": "syn_received",
}
_DEFAULT_RANGE = (32768, 60999)


class Sockets(NamedTuple):
    states: dict[str, int]
    ports: Ports


def read_sockets() -> Sockets:
    """The sockets of this network now; zeros where the kernel does not say."""
    return count_sockets(_text("/proc/net/tcp") + _text("/proc/net/tcp6"), local_range())


def local_range() -> tuple[int, int]:
    """First and last ephemeral port."""
    fields = _text("/proc/sys/net/ipv4/ip_local_port_range").split()
    first, last = map(int, fields) if len(fields) == 2 else _DEFAULT_RANGE
    return first, last


def count_sockets(text: str, between: tuple[int, int]) -> Sockets:
    """Pure: the lines of /proc/net/tcp → sockets by state, and the ports in `between` that they take."""
    states: Counter[str] = Counter()
    towards: Counter[str] = Counter()
    first, last = between
    for local, remote, state in _rows(text):
        states[_STATES.get(state, "other")] += 1
        if state != "0A" and first <= int(local.rpartition(":")[2], 16) <= last:
            towards[remote] += 1
    in_use = max(towards.values(), default=0)
    ports = Ports(range=last - first + 1, in_use=in_use, time_wait=states["time_wait"])
    return Sockets(dict(states), ports)


def _rows(text: str) -> Iterator[tuple[str, str, str]]:
    """Local address, remote address, state: hexadecimal, as the kernel prints them."""
    for line in text.splitlines():
        fields = line.split(None, 4)
        if len(fields) == 5 and fields[0].endswith(":"):
            yield fields[1], fields[2], fields[3]


def _text(path: str) -> str:
    file = ProcFile(path)
    try:
        return file.text()
    finally:
        file.close()
