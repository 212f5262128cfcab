"""When connections that were closed leave too little room for new ones: the one place of its limits.

A connection that was closed keeps its pair of ports for 60 s (TIME_WAIT). The host that opens
connections to one address can have no more of them than its range of ephemeral ports has numbers.
"""

from pydantic import BaseModel, Field

PORTS_SHARE = 0.5
"""Share of the range that may be taken towards one address; above, the kernel searches long for a port."""

TIME_WAIT_SHARE = 1.0
"""Closed connections that may be kept, as a share of the range: on a server they take memory, not ports."""


class Ports(BaseModel):
    """Ephemeral ports of a host at one moment; TCP only."""

    range: int = Field(gt=0, description="numbers in net.ipv4.ip_local_port_range")
    in_use: int = Field(default=0, ge=0, description="of these, taken towards the address that has the most")
    time_wait: int = Field(default=0, ge=0, description="closed connections that are still remembered")

    @property
    def is_crowded(self) -> bool:
        return self.in_use >= PORTS_SHARE * self.range or self.time_wait >= TIME_WAIT_SHARE * self.range
