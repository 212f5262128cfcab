"""TCP sockets as the kernel lists them (sock_diag, see sock_diag(7)): filtered there, not printed and parsed.

This way 100,000 closed connections cost a few milliseconds; as text in /proc/net/tcp, half a second.
"""

import socket
import struct
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

_NETLINK_SOCK_DIAG, _BY_FAMILY, _DUMP, _DONE, _ERROR = 4, 20, 0x301, 3, 2
_HEADER = struct.Struct("=IHHII")  # length, type, flags, sequence, port id
_REQUEST = struct.Struct("=BBBxI48x")  # family, protocol, extensions, states
_SOCKET = struct.Struct("=BBxx2s2s16s16s16xII4xI")  # family, state, ports, addresses, both queues, inode
_ATTRIBUTE = struct.Struct("=HH")
_PEER, _PEER_SIZE = "=IH16x2s16x16s", 56  # length, type, port and address of the other end; the rest follows
_CONDITION = struct.Struct("=BBH")  # operation, length when true, length when false
_BYTECODE, _PORT_FROM, _PORT_TO = 1, 2, 3
_TIMEOUT = struct.pack("@ll", 5, 0)  # s, µs

ALL = 0xFFF << 1
ESTABLISHED, TIME_WAIT, LISTEN = 1, 6, 10


class Socket(NamedTuple):
    state: int
    port: int  # here
    peer: bytes  # port and address of the other end
    queue: int = 0  # bytes not yet read; of a listening socket: connections not yet accepted
    room: int = 0  # bytes not yet acknowledged; of a listening socket: so many may wait there
    inode: int = 0
    address: bytes = b""  # here; of an IPv4 socket 4 bytes


def list_sockets(
    states: int, between: tuple[int, int] | None = None, families: Iterable[int] = (socket.AF_INET,)
) -> Iterator[Socket]:
    """Sockets of this network whose state is in the mask, and whose own port lies in a range.

    OSError where the kernel does not answer.
    """
    for family in families:
        for messages in _dump(family, states, between):
            yield from messages


def count_peers(
    states: int, between: tuple[int, int] | None = None, families: Iterable[int] = (socket.AF_INET,)
) -> Counter[bytes]:
    """The other ends of the same sockets, each with how many there are; several times as fast as a list."""
    counts: Counter[bytes] = Counter()
    for family in families:
        for messages in _dump(family, states, between):
            counts.update(messages.count_peers())
    return counts


def listening() -> list[Socket]:
    """Every listening socket of this network. With reuseport each worker has one, and a queue, of its own."""
    sockets: list[Socket] = []
    for family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # this kernel has no IPv6, or no sock_diag
            sockets += list_sockets(1 << LISTEN, None, [family])
    return sockets


def _dump(family: int, states: int, between: tuple[int, int] | None) -> Iterator["_Messages"]:
    """The answers of the kernel, each of which has to be read before the next one."""
    request = _REQUEST.pack(family, socket.IPPROTO_TCP, 0, states) + _filter(between)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_SOCK_DIAG) as netlink:
        # the kernel's own timeout: Python's would ask before each call whether it will wait
        netlink.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _TIMEOUT)
        netlink.send(_HEADER.pack(_HEADER.size + len(request), _BY_FAMILY, _DUMP, 0, 0) + request)
        while True:
            yield (messages := _Messages(netlink.recv(1 << 17)))
            if messages.ended:
                return


def _filter(between: tuple[int, int] | None) -> bytes:
    """Own port ≥ first and ≤ last; a condition that fails jumps beyond the end."""
    if between is None:
        return b""
    pair, both_sizes = 2 * _CONDITION.size, 4 * _CONDITION.size
    code = _CONDITION.pack(_PORT_FROM, pair, both_sizes + 4) + _CONDITION.pack(0, 0, between[0])
    code += _CONDITION.pack(_PORT_TO, pair, pair + 4) + _CONDITION.pack(0, 0, between[1])
    return _ATTRIBUTE.pack(_ATTRIBUTE.size + len(code), _BYTECODE) + code


class _Messages:
    """The sockets in one answer; `ended` after the last one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.ended = False

    def count_peers(self) -> Counter[bytes]:
        """Without an object for each socket where all messages are alike: all but the last of an answer."""
        size = int.from_bytes(self._data[:4], sys.byteorder)
        if size >= _PEER_SIZE and len(self._data) % size == 0:
            peers = Counter(struct.iter_unpack(f"{_PEER}{size - _PEER_SIZE}x", self._data))
            if {key[:2] for key in peers} == {(size, _BY_FAMILY)}:
                return Counter({port + address: count for (_, _, port, address), count in peers.items()})
        return Counter(sock.peer for sock in self)

    def __iter__(self) -> Iterator[Socket]:
        data, at = self._data, 0
        while at + _HEADER.size <= len(data):
            length, kind, _, _, _ = _HEADER.unpack_from(data, at)
            if kind == _DONE:
                self.ended = True
                return
            if kind == _ERROR:
                raise OSError(-struct.unpack_from("=i", data, at + _HEADER.size)[0], "sock_diag")
            fields = _SOCKET.unpack_from(data, at + _HEADER.size)
            family, state, local_port, peer_port, address, peer, queue, room, inode = fields
            address = address[:4] if family == socket.AF_INET else address
            yield Socket(state, int.from_bytes(local_port), peer_port + peer, queue, room, inode, address)
            at += (length + 3) & ~3
