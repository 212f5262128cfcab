"""Findings of a testbed's hosts when they call each other."""

from typing import Literal

from pydantic import BaseModel, Field

MAX_PEERS = 65  # 64 load hosts, a proxy and a backend call each other
ReachOutcome = Literal[
    "reached",
    "refused",  # nothing listens there
    "silent",  # no answer: a firewall, a wrong address
    "forbidden",  # this agent may not send there
    "stranger",  # something else answers there
    "broken",  # it broke off under load
]


class Reached(BaseModel):
    """Result of calling one other host."""

    host: str
    outcome: ReachOutcome
    detail: str = Field(default="", max_length=300)
    round_trip_s: float | None = Field(default=None, description="median of small messages")
    bytes_per_s: float | None = Field(default=None, description="over one connection for a second")


class ReachReport(BaseModel):
    """Findings of a host about the others, and about itself."""

    port: int | None = Field(description="where it listened; None where no port was free")
    busy_ports: int = Field(description="of its range, that something listens on")
    clock_offset_s: float | None = Field(default=None, description="its own clock minus the control plane's")
    clock_error_s: float | None = Field(default=None, description="of that")
    reached: list[Reached] = Field(max_length=MAX_PEERS)
