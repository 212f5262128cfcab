"""Addresses: which ones hosts may have, and where servers listen in the one form that commands may hold."""

import ipaddress
import re

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
DEFAULT_ALLOWED = "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7"
AGENT_PORTS = (21000, 21999)
"""First and last port that an agent's nginx instances may take."""

HOST_PORT = r"^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9][A-Za-z0-9._-]{0,252}):[0-9]{1,5}$"
"""`10.0.0.2:21000`, `[fd00::2]:21000` or `name:21000`, and nothing that nginx or a shell would read on."""

ORIGIN = HOST_PORT.replace("^", "^https?://", 1)
"""The same after http:// or https://."""

_ORIGIN = re.compile(r"(https?)://(.+):([1-9][0-9]{0,4})")


def parse_networks(text: str) -> tuple[Network, ...]:
    """`10.0.0.0/8,::1/128` → networks; ValueError names what is wrong."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def origin(scheme: str, address: str, port: int) -> str:
    """`http://10.0.0.2:21000`; an IPv6 address in brackets."""
    return f"{scheme}://[{address}]:{port}" if ":" in address else f"{scheme}://{address}:{port}"


def port_of(url: str, scheme: str, address: str) -> int | None:
    """The port of `scheme://address:port`; None where the text is anything else."""
    match = _ORIGIN.fullmatch(url)
    port = int(match[3]) if match else 0
    return port if 0 < port < 65536 and url == origin(scheme, address, port) else None


def host_port(url: str) -> str:
    """`10.0.0.2:21000` of `http://10.0.0.2:21000`; ValueError where the text is not of that form."""
    if not re.fullmatch(ORIGIN, url):
        raise ValueError(f"“{url[:100]}” is not of the form http://address:port")
    return url.partition("://")[2]
