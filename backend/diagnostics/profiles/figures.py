"""Figures of a profile and of the difference of two, µs of CPU time for one request. Pure."""

from pydantic import BaseModel, Field

from backend.diagnostics.profiles.frames import FrameKind, PartKind


class CpuCost(BaseModel):
    """The mean over diagnostics with its 95% interval, from three diagnostics on."""

    mean: float
    low: float | None
    high: float | None


class CostPart(BaseModel):
    """A system call with all beneath it, or what an innermost function spent itself; parts add up."""

    name: str
    kind: PartKind
    cost: CpuCost


class CostFunction(BaseModel):
    name: str
    kind: FrameKind
    own: CpuCost = Field(description="spent by itself")
    total: CpuCost = Field(description="with all that it called; recursion counts once")


class CostNode(BaseModel):
    """A path; `parent` is the place of its parent in the list, which stands before it."""

    name: str
    kind: FrameKind
    parent: int
    width: float
    cost: CpuCost


class CpuChange(BaseModel):
    """Means of A and B, and B − A with its 95% interval by rounds."""

    a: float
    b: float
    change: float
    low: float | None
    high: float | None
    clear: bool = Field(description="not 0, counting everything that is shown: Holm")


class ChangePart(BaseModel):
    name: str
    kind: PartKind
    change: CpuChange


class ChangeFunction(BaseModel):
    name: str
    kind: FrameKind
    own: CpuChange
    total: CpuChange


class ChangeNode(BaseModel):
    """A path, as wide as its larger side, so that what vanished stays in sight."""

    name: str
    kind: FrameKind
    parent: int
    width: float
    change: CpuChange
