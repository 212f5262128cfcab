"""API models of profiles. All costs are µs of CPU time for one request."""

from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.roles import Role
from backend.diagnostics.profiles.figures import (
    ChangeFunction,
    ChangeNode,
    ChangePart,
    CostFunction,
    CostNode,
    CostPart,
    CpuChange,
    CpuCost,
)


class Missing(BaseModel):
    host: str
    why: str = Field(description="and what to do")


class ProfiledRole(BaseModel):
    role: Role
    host: str
    diagnostics: int = Field(description="profiles; of a difference, pairs of them")


class CostTree(BaseModel):
    role: Role
    event: Literal["cpu-clock", "cycles"]
    hz: int
    diagnostics: int
    samples: int
    whole: CpuCost
    parts: list[CostPart]
    functions: list[CostFunction]
    nodes: list[CostNode]
    remarks: list[str] = Field(description="what a reader has to know of how it was taken")


class RunProfile(BaseModel):
    """Profile of a run: where its CPU time goes, by extra trials that are not measured."""

    run_id: str
    name: str
    roles: list[ProfiledRole] = Field(description="those of which there are profiles")
    shown: CostTree | None = Field(description="of the role asked for, else of the server under test")
    missing: list[Missing] = Field(description="hosts that could not take any, and why")


class ChangeTree(BaseModel):
    role: Role
    diagnostics: int = Field(description="pairs of profiles")
    whole: CpuChange
    parts: list[ChangePart]
    functions: list[ChangeFunction]
    nodes: list[ChangeNode]
    remarks: list[str]


class CauseOut(BaseModel):
    """Cause of the difference on one host, in a sentence."""

    role: Role
    host: str
    sentence: str = Field(
        examples=["The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat and close."]
    )
    change: float = Field(description="exact, by the counters of the measured trials")
    low: float | None
    high: float | None
    clear: bool
    explained: float | None = Field(description="share of it that what is named makes up, 0.9 = 90%")


class ProfileDifference(BaseModel):
    """Difference of two runs' CPU time by place: B against A."""

    a_run_id: str
    b_run_id: str
    a_name: str
    b_name: str
    unpaired: str = Field("", description="why intervals are not paired by round; empty where they are")
    causes: list[CauseOut] = Field(description="the server under test first")
    roles: list[ProfiledRole]
    shown: ChangeTree | None = Field(description="of the role asked for, else of the server under test")
    missing: list[Missing]
