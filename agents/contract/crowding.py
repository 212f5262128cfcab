"""When connections that were closed leave too little room for new ones: the one place of its limit.

A connection that was closed is remembered for 60 s (TIME_WAIT) by the host that closed it first. Where
that is the one that opened it, its ephemeral port stays taken as long, and the host can have no more
connections to one address than it has such ports. On a server it takes memory, but no port.
"""

from pydantic import BaseModel, Field

PORTS_SHARE = 0.5
"""Share of the range that may be taken towards one address; above, the kernel searches long for a port."""


class Ports(BaseModel):
    """Ephemeral ports of a host at one moment; TCP only."""

    range: int = Field(gt=0, description="numbers in net.ipv4.ip_local_port_range")
    in_use: int = Field(default=0, ge=0, description="of these, taken towards the address that has the most")
    time_wait: int = Field(default=0, ge=0, description="closed connections remembered, on whichever port")

    @property
    def is_crowded(self) -> bool:
        return self.in_use >= PORTS_SHARE * self.range
