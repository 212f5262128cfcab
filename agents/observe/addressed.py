"""Network cards of this host that have an address. Linux alone: asked as `ifconfig` asks."""

import fcntl
import socket
import struct

from agents.observe.host_text import text_of

_SIOCGIFADDR = 0x8915
"""netdevice(7): the IPv4 address of a card."""
_LINK_LOCAL = "20"
"""Scope in /proc/net/if_inet6: what every card gives itself."""


def addressed_nics(if_inet6: str | None = None) -> set[str]:
    """Names of those with an IPv4 address, or an IPv6 address beyond its own link."""
    text = text_of("/proc/net/if_inet6") if if_inet6 is None else if_inet6
    rows = (line.split() for line in text.splitlines())
    nics = {row[5] for row in rows if len(row) == 6 and row[3] != _LINK_LOCAL}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe_socket:
        return nics | {name for _, name in socket.if_nameindex() if _has_ipv4(probe_socket, name)}


def _has_ipv4(probe_socket: socket.socket, name: str) -> bool:
    try:
        fcntl.ioctl(probe_socket, _SIOCGIFADDR, struct.pack("256s", name.encode()))
    except OSError:
        return False
    return True
