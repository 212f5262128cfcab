"""Limits at which connections leave too little room for new ones, defined here only.

A connection that was closed is remembered for 60 s (TIME_WAIT) by the host that closed it first. Where
that is the one that opened it, its ephemeral port stays taken as long, and the host can have no more
connections to one address than it has such ports. On a server it takes memory, but no port.

Where netfilter tracks connections, as with a firewall or Docker, it remembers closed ones too, most of them
for 120 s and on either side. While its table is full it drops the packets that would open new ones.
"""

from pydantic import BaseModel, Field

PORTS_SHARE = 0.5
"""Share of the range that one address may take; above it, the kernel has to search long for a port."""
FULL_SHARE = 0.99
"""Share of netfilter's table; it forgets some of them all the time."""
MAX_COUNT = 2**31 - 1  # the kernel counts in an int


class Tracked(BaseModel):
    """Connections that netfilter tracks in the network of a host at one moment; of any protocol."""

    count: int = Field(ge=0, le=MAX_COUNT, description="net.netfilter.nf_conntrack_count")
    most: int = Field(gt=0, le=MAX_COUNT, description="net.netfilter.nf_conntrack_max")

    @property
    def share(self) -> float:
        return self.count / self.most

    @property
    def is_full(self) -> bool:
        return self.share >= FULL_SHARE


class Ports(BaseModel):
    """Room for new connections of a host at one moment: ephemeral ports (TCP only), and what is tracked."""

    range: int = Field(gt=0, le=65536, description="numbers in net.ipv4.ip_local_port_range")
    in_use: int = Field(
        default=0,
        ge=0,
        le=MAX_COUNT,
        description="of these, taken by connections to the address with the most",
    )
    time_wait: int = Field(
        default=0, ge=0, le=MAX_COUNT, description="closed connections still remembered, on any port"
    )
    tracked: Tracked | None = Field(default=None, description="none where netfilter tracks nothing")

    @property
    def is_crowded(self) -> bool:
        """Whether to wait before the next trial: too few ports are free, or nothing new would be let in."""
        return self.is_taken or (self.tracked is not None and self.tracked.is_full)

    @property
    def is_taken(self) -> bool:
        """Whether too few ports are free."""
        return self.in_use >= PORTS_SHARE * self.range
