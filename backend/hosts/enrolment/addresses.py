"""Which addresses a host may have. Pure."""

import ipaddress
from collections.abc import Sequence

from agents.contract.addresses import Network


def wrong_address(text: str, networks: Sequence[Network], peer: str | None) -> str:
    """Why a host cannot have this address; empty when it can.

    `peer`: where its agent calls from; None: a socket of this machine.
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return f"“{text}” is not an IP address; set the one where other hosts reach this one with --address"
    if str(address) != text or getattr(address, "ipv4_mapped", None) or "%" in text:
        return f"“{text}” is not an address in its usual form; --address takes one such as 10.0.0.2"
    is_special = address.is_unspecified or address.is_multicast or address.is_link_local
    if is_special or (address.is_reserved and not address.is_loopback):
        return f"{text} is not the address of one host; set the one where others reach it with --address"
    if not any(address in network for network in networks):
        ranges = ", ".join(map(str, networks))
        return f"{text} is outside the addresses that hosts may have here ({ranges}: DYNO_ALLOWED_ADDRESSES)"
    if address.is_loopback and not _is_loopback(peer):
        return f"{text} is the agent's own machine, but it calls from {peer}: set its address with --address"
    return ""


def calls_from_elsewhere(text: str, peer: str | None) -> bool:
    """Whether an agent gives another address than the one that it calls from.

    It may have two networks, or want load to be sent to somebody else: a person has to know.
    """
    if peer is None or text == peer:
        return False
    try:
        caller = ipaddress.ip_address(peer)
    except ValueError:
        return True
    caller = getattr(caller, "ipv4_mapped", None) or caller
    address = ipaddress.ip_address(text)
    return address != caller and not (address.is_loopback and caller.is_loopback)


def _is_loopback(peer: str | None) -> bool:
    if peer is None:
        return True
    try:
        return ipaddress.ip_address(peer).is_loopback
    except ValueError:
        return False
