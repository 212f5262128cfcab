"""Targets for load and `proxy_pass` of this host: servers of agents, and what its operator has named."""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from agents.contract.addresses import AGENT_PORTS, Network

_ORIGIN = re.compile(r"([A-Za-z0-9._-]+|\[[0-9a-f:.]+\]):([0-9]{1,5})")


def parse_origins(text: str) -> tuple[str, ...]:
    """`10.0.0.9:80,web.local:81` → host:port each, in lower case; ValueError names what is wrong."""
    origins = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    for origin in origins:
        match = _ORIGIN.fullmatch(origin)
        if not match or not 0 < int(match[2]) < 65536:
            raise ValueError(f"“{origin}” is not of the form host:port, such as 10.0.0.9:8080")
    return origins


def addresses_of(host: str) -> list[str]:
    """The addresses behind a name, or the address itself; empty when the name is unknown."""
    try:
        infos = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return sorted({str(info[4][0]) for info in infos})


@dataclass(frozen=True)
class Targets:
    """`ports` are the ranges in which agents of this host listen, `origins` (host:port) its operator's own
    servers, `control_plane` the dashboard and the broker, which are never a target."""

    networks: tuple[Network, ...]
    ports: tuple[tuple[int, int], ...] = (AGENT_PORTS,)
    origins: tuple[str, ...] = ()
    control_plane: Callable[[], Iterable[tuple[str, int]]] = tuple

    def why_not(self, host: str, port: int) -> str | None:
        """Explain why this host may not send anything there; None when it may. `host`: an address or a name.

        A name has to be one that the operator gave: what it means may change after it was looked at.
        """
        addresses = addresses_of(host)
        host_text = f"[{host}]" if ":" in host else host
        if not addresses:
            return f"{host} is not known on this host"
        if not all(self._is_inside(address) for address in addresses):
            return f"{host} is outside the targets of this agent ({', '.join(map(str, self.networks))})"
        if any(self._is_control_plane(address, port) for address in addresses):
            return f"{host_text}:{port} is Dynoboard itself"
        if f"{host_text}:{port}".lower() in self.origins:
            return None
        if not _is_address(host):
            return f"{host} is a name, and not one that this agent was started with (--origins {host}:{port})"
        if _is_own(addresses[0]) and not any(first <= port <= last for first, last in self.ports):
            return (
                f"{host_text}:{port} is a service of this host and not a server of an agent; "
                f"its operator allows it by --origins {host_text}:{port}"
            )
        return None

    def _is_inside(self, address: str) -> bool:
        return any(ipaddress.ip_address(address.split("%")[0]) in network for network in self.networks)

    def _is_control_plane(self, address: str, port: int) -> bool:
        """On the same machine each of its addresses leads there."""
        return any(
            port == known_port
            and (address in (addresses := addresses_of(host)) or all(map(_is_own, [address, *addresses])))
            for host, known_port in self.control_plane()
        )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=256)  # asked for each line of a text; addresses of a host hardly change while it runs
def _is_own(address: str) -> bool:
    """Whether packets to this address stay on this host."""
    if ipaddress.ip_address(address.split("%")[0]).is_loopback:
        return True
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
