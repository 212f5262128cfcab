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
    simultaneous_low: float | None = Field(
        None, description="of the interval that holds for all that is judged together; the verdict's"
    )
    simultaneous_high: float | None = None
    p: float | None
    p_adjusted: float | None = None
    family: int = Field(1, description="candidates that p_adjusted and the simultaneous interval are for")
    verdict: Literal["better", "worse", "same", "unclear", "interim", "left_out"] = Field(
        description="interim: none, because the experiment still runs or was cancelled; left_out: none, "
        "because halving left the run out, and the figures are those of its rounds until then"
    )
    reason: str
    n: int
    method: str
    matters: float = Field(
        description="the smallest change that matters here, 0.01 is ±1%; 0 for a metric that can be zero"
    )
    mean_change: float | None = Field(
        None,
        description="the change (or difference) by the mean of all rounds, where a few make it differ",
    )
    far_rounds: list[int] = Field(default_factory=list, description="the rounds that do, by number")
    trials_needed: int | None = None
    by_start: bool = Field(
        False, description="n and trials_needed count starts of servers, each measured in several rounds"
    )
    baseline_mean: float | None = None
    candidate_mean: float | None = None
    suspect: bool = False
    control_alarm: str | None = Field(
        None, description="a sentence if a control beside it came out different from its baseline"
    )
    dots: list[RoundDot] = Field(default_factory=list)

    @property
    def interim(self) -> bool:
        return self.verdict == "interim"

    @property
    def word(self) -> str:
        """The verdict as people read it."""
        return self.verdict.replace("_", " ")

    @property
    def left_out(self) -> bool:
        return self.verdict == "left_out"


class SpreadOut(BaseModel):
    cv_a: float | None
    cv_b: float | None
    ratio: float | None = Field(description="spread of B ÷ spread of A")
    p: float | None
    verdict: Literal["steadier", "less_steady", "same", "unclear"]
    reason: str = ""
