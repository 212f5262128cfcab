"""When closed connections leave too few ports for new ones; the limit is defined here only.

A connection that was closed is remembered for 60 s (TIME_WAIT) by the host that closed it first. Where
that is the one that opened it, its ephemeral port stays taken as long, and the host can have no more
connections to one address than it has such ports. On a server it takes memory, but no port.
"""

from pydantic import BaseModel, Field

PORTS_SHARE = 0.5
"""Share of the range that one address may take; above it, the kernel has to search long for a port."""


class Ports(BaseModel):
    """Ephemeral ports of a host at one moment; TCP only."""

    range: int = Field(gt=0, description="numbers in net.ipv4.ip_local_port_range")
    in_use: int = Field(
        default=0, ge=0, description="of these, taken by connections to the address with the most"
    )
    time_wait: int = Field(default=0, ge=0, description="closed connections still remembered, on any port")

    @property
    def is_crowded(self) -> bool:
        return self.in_use >= PORTS_SHARE * self.range
