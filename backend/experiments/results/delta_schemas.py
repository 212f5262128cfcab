"""What the API says of deltas and of spread."""

from typing import Literal

from pydantic import BaseModel, Field


class RoundDot(BaseModel):
    """One round: change against the baseline in that round."""

    round: int
    change: float


class DeltaOut(BaseModel):
    """Candidate against baseline for one metric; 0.1 is +10%."""

    change: float | None
    difference: float | None = Field(None, description="for metrics that can be zero, in the metric's unit")
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None = None
    verdict: Literal["better", "worse", "same", "unclear"]
    reason: str
    n: int
    method: str
    margin: float
    trials_needed: int | None = None
    baseline_mean: float | None = None
    candidate_mean: float | None = None
    suspect: bool = False
    dots: list[RoundDot] = Field(default_factory=list)


class SpreadOut(BaseModel):
    cv_a: float | None
    cv_b: float | None
    ratio: float | None = Field(description="spread of B ÷ spread of A")
    p: float | None
    verdict: Literal["steadier", "less_steady", "same", "unclear"]
    reason: str = ""
