"""What the API says of deltas and comparisons."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from agents.contract.metrics import Metric
from agents.contract.workload import Workload


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


class TrialDot(BaseModel):
    trial_id: str
    round: int
    value: float | None
    state: str


class ComparedRun(BaseModel):
    id: str
    experiment_id: str
    experiment_name: str
    name: str
    knobs: dict[str, Any]
    factors: dict[str, str] | None
    workload: Workload
    topology: str
    mean: float | None
    cv: float | None
    dots: list[TrialDot]
    percentiles: dict[str, float]


class ComparedPair(BaseModel):
    label: str
    a: ComparedRun
    b: ComparedRun
    delta: DeltaOut
    spread: SpreadOut


class Difference(BaseModel):
    """A knob, workload value, line of config or fact that is not equal on both sides."""

    kind: Literal["knob", "workload", "effective", "fact"]
    name: str
    a: Any
    b: Any


class OverallRow(BaseModel):
    metric: Metric
    delta: DeltaOut
    spread: SpreadOut | None


class CompareOut(BaseModel):
    """Two groups of runs side by side; A is the baseline."""

    title: str
    a_title: str
    b_title: str
    a_argv: list[str]
    b_argv: list[str]
    factor: str | None
    experiments: list[dict[str, str]]
    metric: Metric
    pairs: list[ComparedPair]
    overall: list[OverallRow]
    paired: bool
    differs: list[Difference]
    equal: int = Field(description="how many settings and facts are equal and hidden")
    equal_settings: list[Difference] = Field(default_factory=list)
    warnings: list[str] = Field(description="why the two sides may not be comparable")
    conf_a: str
    conf_b: str
