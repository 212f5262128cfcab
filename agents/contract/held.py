"""Connections held beside the measured load: what is asked for, and what came of it."""

from pydantic import BaseModel, Field

from agents.catalog.whole import Whole

MAX_HELD = 1_000_000
HELD_PER_PORT = 14_000
"""Held connections from one address to one port: half of Linux's 28,232 ports. Beyond that half connect()
walks all used ports of one parity first, and slows a hundredfold."""


class Hold(BaseModel, extra="forbid", frozen=True):
    """Connections held open beside the measured load, each of which asks now and then."""

    connections: Whole = Field(ge=1, le=MAX_HELD)
    every_s: int = Field(
        default=60, ge=1, le=3600, description="seconds between the requests of one connection"
    )
    per_second: Whole = Field(default=2000, ge=1, le=100_000, description="connections opened in a second")

    @property
    def ports(self) -> int:
        """Ports of the server that they are spread over."""
        return -(-self.connections // HELD_PER_PORT)

    @property
    def least(self) -> int:
        """The number that has to be open for a trial to count."""
        return self.connections - self.connections // 1000

    @property
    def ramp_s(self) -> float:
        """Seconds that it is planned to take to open them."""
        return self.connections / self.per_second

    @property
    def max_ramp_s(self) -> float:
        """Seconds after which the ramp has failed: twice its plan, and half a minute."""
        return 2 * self.ramp_s + 30


class HeldReport(BaseModel):
    """The connections held beside a load tool; held: answered once, and not closed since."""

    goal: int = Field(ge=0, le=MAX_HELD)
    at_begin: int = Field(ge=0, le=MAX_HELD)
    at_end: int = Field(ge=0, le=MAX_HELD)
    closes: int = Field(default=0, ge=0, le=MAX_HELD, description="by the server, while it was measured")
    losses: int = Field(default=0, ge=0, le=MAX_HELD, description="of generators that ended by themselves")
    requests: int = Field(default=0, ge=0, le=10**9, description="of them, while it was measured")
    ramp_s: float = Field(default=0.0, ge=0, le=10**6, description="seconds that it took to open them")
