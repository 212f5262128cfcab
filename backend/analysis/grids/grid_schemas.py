"""API models of grids: two dimensions against each other, and what each factor does."""

from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut, SpreadOut


class DimensionOut(BaseModel):
    """A factor; or the workload, where there are several."""

    name: str
    levels: list[str]
    is_workload: bool = False


class TrialValue(BaseModel):
    round: int
    value: float


class PivotCellOut(BaseModel):
    """One place of the table: a run, or the mean of several that differ in what is averaged over."""

    row: str
    column: str
    run_ids: list[str]
    names: list[str]
    is_baseline: bool
    mean: float | None = Field(description="arithmetic mean of the trials; of several runs, of their means")
    half: float | None = Field(description="half of the 95% interval of the mean, SI")
    cv: float | None = Field(description="coefficient of variation, 0.05 = 5%; of several runs geometric")
    trials: int = Field(description="valid ones with a figure")
    dots: list[TrialValue] = Field(description="trials; of several runs the means of whole rounds")
    delta: DeltaOut | None
    missing: str | None = Field(description="why there is no figure, in a sentence")


class PivotOut(BaseModel):
    metric: Metric
    dimensions: list[DimensionOut]
    rows: str
    columns: str
    fixed: dict[str, str] = Field(description="dimension → the level that is looked at")
    averaged: list[str]
    over: int = Field(description="how many combinations of the averaged dimensions each mean is over")
    baseline: str = Field(description="what the deltas are against, in words")
    cells: list[PivotCellOut] = Field(description="row by row")
    left_out: list[str] = Field(description="combinations that are not averaged, and why")


class EffectOut(BaseModel):
    """One level of a factor against the baseline's level, over all pairs of cells equal otherwise."""

    factor: str
    level: str
    against: str
    pairs: int
    delta: DeltaOut
    spread: SpreadOut | None
    left_out: list[str] = Field(description="cells that have no partner, in sentences")


class InteractionOut(BaseModel):
    """Whether the effect of a level depends on another dimension."""

    factor: str
    level: str
    against: str
    other: str
    other_level: str
    other_against: str
    pairs: int
    here: DeltaOut = Field(description="the effect at `other_against`")
    there: DeltaOut = Field(description="the effect at `other_level`")
    delta: DeltaOut = Field(description="there against here: 0.1 is a ratio 10% larger")
    depends: Literal["yes", "no", "unclear"]
    sentence: str


class MainEffectsOut(BaseModel):
    metric: Metric
    workloads: list[str] = Field(description="over which the pairs are; they are always equal in a pair")
    baseline: dict[str, str] = Field(description="factor → the level that the others are compared with")
    effects: list[EffectOut]
    sentences: list[str] = Field(description="one a factor")
    interactions: list[InteractionOut] = Field(description="the surest first")
    min_effect: float = Field(description="the smallest change that matters here, as in a delta")
