"""What the API says of the check of a testbed."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field


class PairOut(BaseModel):
    """What one host found when it called another."""

    source: str = Field(description="name of the host that called")
    target: str
    ok: bool
    round_trip_ms: float | None = None
    mbit_per_s: float | None = Field(default=None, description="over one connection for a second")
    problem: str = ""
    help: str = Field(default="", description="what to do about it")


class CheckedHost(BaseModel):
    name: str
    ok: bool
    free_ports: int | None = None
    clock_offset_ms: float | None = Field(default=None, description="its own clock minus the dashboard's")
    clock_error_ms: float | None = None
    problem: str = ""
    help: str = ""


class TestbedCheck(BaseModel):
    """The last check of a testbed."""

    __test__ = False

    state: Literal["none", "running", "passed", "failed"]
    at: datetime | None = None
    takes_s: float = Field(description="how long one takes")
    hosts: list[CheckedHost] = Field(default_factory=list)
    pairs: list[PairOut] = Field(default_factory=list)
