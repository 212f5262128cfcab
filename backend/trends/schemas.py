"""API models of a trend."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from agents.catalog.metrics import MAIN
from backend.fields import storable
from backend.refs import ExperimentRef

Text = Annotated[str, Field(max_length=200), AfterValidator(storable)]


class TrendQuery(BaseModel, extra="forbid"):
    """Choice of a trend; every part has a default."""

    metric: Text = Field(MAIN.name, description="a name of GET /api/v1/metrics")
    testbed: Text = Field("", description="id; default: that of the newest experiment")
    recipe: Text = Field("", description="only experiments of this recipe")
    experiment: Text = Field("", description="id; its testbed and its headline's variant are the defaults")
    variant: Text = Field("", description="hash; default: the most frequent candidate")
    workload: Text = Field("", description="name; default: the most frequent one of the variant")


class TrendVariant(BaseModel):
    """Equal settings under one workload, whatever they are called."""

    hash: str
    name: str = Field(description="in the newest experiment")
    workload: str
    experiments: int
    is_baseline: bool = Field(description="in all of them")


class TrendMark(BaseModel):
    """Change of the conditions since the experiment before."""

    kind: Literal["hosts", "facts", "rules", "workload"]
    text: str = Field(examples=["proxy: kernel 6.1.0 → 6.1.9"])


class TrendPoint(BaseModel):
    """One run of the variant: a finished experiment."""

    experiment: ExperimentRef
    run_id: str
    name: str
    at: datetime
    trials: int
    mean: float | None
    half: float | None = Field(description="half of the 95% interval of the mean")
    is_baseline: bool
    baseline_mean: float | None
    change: float | None = Field(description="against the baseline of its experiment, as its verdict has it")
    low: float | None
    high: float | None
    verdict: str | None = Field(description="None of a baseline, and where nothing was compared")
    is_untrusted: bool = Field(False, description="trust in the experiment is red: no colour for its verdict")
    marks: list[TrendMark]


class TrendOut(BaseModel):
    """One variant over finished experiments on one testbed, the oldest first."""

    metric: str
    testbed: ExperimentRef | None
    recipe: str | None
    variant: TrendVariant | None
    variants: list[TrendVariant] = Field(description="of the newest experiments, the most frequent first")
    points: list[TrendPoint]
    experiments: int = Field(description="that were looked through, the newest")
    is_cut: bool = Field(description="there are older ones")
