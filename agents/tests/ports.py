"""Ports for servers of tests that can only be told a number."""

from agents.proxy.ports import Lease, lease_port

# Below the kernel's ephemeral ports, which any client may be given, and beside the ports of agents.
FIRST, LAST = 26000, 31999

_held: list[Lease] = []


def free_port(address: str = "127.0.0.1") -> int:
    """A port that no other test on this machine is given while this process lives."""
    lease = lease_port(address, FIRST, LAST)
    _held.append(lease)
    return lease.port
