"""Which addresses webhooks may go to. Pure."""

import ipaddress
from collections.abc import Collection
from dataclasses import dataclass

from agents.contract.addresses import Network, parse_networks

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_CARRIERS = parse_networks("::/96,::ffff:0:0/96,64:ff9b::/96,64:ff9b:1::/48,2001::/32,2002::/16")
"""IPv6 that stands for an IPv4 address, or carries one."""
_PUBLIC_V6, _PROTOCOLS = parse_networks("2000::/3,192.0.0.0/24")
_DOCUMENTATION = parse_networks("192.0.2.0/24,198.51.100.0/24,203.0.113.0/24,2001:db8::/32,3fff::/20")
"""For examples: they belong to nobody, so whoever answers there is somebody on the way."""
_NEVER_BY_NAME = parse_networks("169.254.0.0/16,fe80::/10,100.64.0.0/10,192.0.0.0/24,fd00:ec2::/32")
"""Clouds tell who asks here who they are: to list a name does not open these, to list the network does."""


@dataclass(frozen=True)
class Allowed:
    """What DYNO_WEBHOOK_HOSTS lists."""

    names: Collection[str] = ()
    networks: Collection[Network] = ()

    def lists(self, host: str, literal: IPAddress | None) -> bool:
        """Whether a host is listed by itself."""
        return host in self.names or (literal is not None and self._has(literal))

    def why_not(self, address: IPAddress, host: str) -> str:
        """Why nothing is sent to this address of the host; empty: it may be."""
        if self._has(address):
            return ""
        if any(address in network for network in _CARRIERS):
            return f"{address} stands for an IPv4 address: give that, or a name"
        if any(address in network for network in _DOCUMENTATION):
            return f"{address} is an address for examples in documents"
        if address.is_multicast or address.is_unspecified:
            return f"{address} is no address of one host"
        if host in self.names and not any(address in network for network in _NEVER_BY_NAME):
            return ""
        if not _is_public(address):
            return f"{address} is no public address, and DYNO_WEBHOOK_HOSTS does not list it"
        return ""

    def _has(self, address: IPAddress) -> bool:
        return any(address in network for network in self.networks)


def _is_public(address: IPAddress) -> bool:
    """Python's own answer depends on its version where ranges were given out late."""
    inside = address not in _PUBLIC_V6 if address.version == 6 else address in _PROTOCOLS
    return address.is_global and not address.is_reserved and not inside


def allowed_by(text: str) -> Allowed:
    """What the text of the setting, which was checked, allows."""
    names, networks = [], []
    for part in filter(None, map(str.strip, text.split(","))):
        try:
            networks += parse_networks(part)
        except ValueError:
            names.append(part.lower())
    return Allowed(frozenset(names), tuple(networks))
