"""API models of a search for the ceiling."""

from typing import Literal

from pydantic import BaseModel, Field

from agents.contract.states import TrialState

SearchOf = Literal["connections", "rate"]
UNITS = {"connections": "connections", "rate": "requests/s"}
SearchState = Literal["waiting", "searching", "found", "no_failure", "fails_at_first", "stopped"]


class ProbeOut(BaseModel):
    """One trial of a search."""

    trial_id: str
    number: int = Field(description="from 1, as the trial's round")
    attempt: int
    connections: int
    rate: int | None = Field(None, description="requests per second, of a search over the rate")
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
    of: SearchOf = "connections"
    state: SearchState
    clean: int | None = Field(description="largest load that passed: connections, or requests per second")
    failing: int | None = Field(description="smallest one that failed")
    unsteady: bool = Field(description="some number was seen both clean and failing")
    sentence: str = Field(examples=["largest clean: 1,888 connections (fails at 1,904)"])
    change: float | None = Field(description="of `clean` against the baseline's, 0.1 = 10%")
    requests_per_s: float | None = Field(description="mean at the largest clean load")
    latency_p99: float | None = Field(description="s; mean at the largest clean load")
    published: int | None = Field(description="the write-up's ceiling of this variant")
    most_left: int = Field(description="probes that follow at most")
    probes: list[ProbeOut]


class CeilingOut(BaseModel):
    of: SearchOf = Field("connections", description="what `first`, `to`, `clean` and `failing` count")
    limit: str = Field("", description="latency limit of a probe; empty: none", examples=["p99 ≤ 5 ms"])
    first: int = Field(description="load of the first probe")
    to: int = Field(description="load of the largest probe")
    resolution: int
    confirm: bool
    runs: list[CeilingRun]
