"""API models of a search for the ceiling."""

from typing import Literal

from pydantic import BaseModel, Field

from agents.contract.states import TrialState

SearchState = Literal["waiting", "searching", "found", "no_failure", "fails_at_first", "stopped"]


class ProbeOut(BaseModel):
    """One trial of a search."""

    trial_id: str
    number: int = Field(description="from 1, as the trial's round")
    attempt: int
    connections: int
    state: TrialState
    clean: bool | None = Field(description="None: not measured yet, or something else spoilt it")
    repeat: bool = Field(description="confirms, or contradicts, an earlier probe")
    suspect: bool
    requests_per_s: float | None
    latency_p99: float | None = Field(description="s")
    requests: float | None
    failed_requests: float | None
    reason: str | None = Field(description="why it is not clean")


class CeilingRun(BaseModel):
    """Last passing and first failing of one run: both if `found`, else one of them."""

    run_id: str
    name: str
    state: SearchState
    clean: int | None = Field(description="largest number of connections without a failure")
    failing: int | None = Field(description="smallest one with failures")
    unsteady: bool = Field(description="some number was seen both clean and failing")
    sentence: str = Field(examples=["largest clean: 1,888 connections (fails at 1,904)"])
    change: float | None = Field(description="of `clean` against the baseline's, 0.1 = 10%")
    requests_per_s: float | None = Field(description="mean at the largest clean number")
    latency_p99: float | None = Field(description="s; mean at the largest clean number")
    published: int | None = Field(description="the write-up's ceiling of this variant")
    most_left: int = Field(description="probes that follow at most")
    probes: list[ProbeOut]


class CeilingOut(BaseModel):
    first: int = Field(description="connections of the first probe")
    to: int = Field(description="connections of the largest probe")
    resolution: int
    confirm: bool
    runs: list[CeilingRun]
