"""Roles of hosts in a testbed, the hops of a request, and what of a host a run can change."""

from typing import Literal

Role = Literal["load", "proxy", "backend"]
ROLES: tuple[Role, ...] = ("load", "proxy", "backend")
Topology = Literal["direct", "proxied", "proxy_only"]
SettingKind = Literal["sysctl", "irq_affinity", "irqbalance", "governor"]

ROLES_OF_TOPOLOGY: dict[Topology, tuple[Role, ...]] = {
    "direct": ("load", "backend"),
    "proxied": ("load", "proxy", "backend"),
    "proxy_only": ("load", "proxy"),
}
