"""Proof of what answers: the sockets that listen belong to the processes of one start, and to no others."""

import ipaddress
import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress

from agents import procfs
from agents.observe.sock_diag import Socket, listening

_SOCKET = re.compile(r"socket:\[(\d+)\]")


def own_listeners(session: int) -> list[Socket]:
    """Sockets on which the processes of a session listen for TCP."""
    inodes = {inode for pid in procfs.session_members(session) for inode in _inodes(pid)}
    return [sock for sock in listening() if sock.inode in inodes]


def _inodes(pid: int) -> Iterable[int]:
    with suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                if match := _SOCKET.fullmatch(os.readlink(f"/proc/{pid}/fd/{name}")):
                    yield int(match[1])


def problem_of(sockets: Collection[Socket], address: str, ports: Collection[int]) -> str | None:
    """Explain how a server does not listen where it was told to, and nowhere else; None: it does. Pure.

    The empty text: it does not listen at all, yet.
    """
    expected_places = {(ipaddress.ip_address(address), port) for port in ports}
    actual_places = {(address_of(sock), sock.port) for sock in sockets}
    if stray := sorted(actual_places - expected_places, key=str):
        place, port = stray[0]
        host = "all addresses" if place.is_unspecified else f"{place}"
        more = "" if actual_places & expected_places else " instead"
        return f"it listens on {host}, port {port}{more}: its text must name {{address}} and {{port}} alone"
    return "" if expected_places - actual_places else None


def address_of(sock: Socket) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The address that a socket listens on, an IPv4 one in IPv6's form as what it is."""
    address = ipaddress.ip_address(sock.address)
    return getattr(address, "ipv4_mapped", None) or address
