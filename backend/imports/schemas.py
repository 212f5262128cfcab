"""What the API takes and says about imports."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from agents.catalog.metrics import METRICS
from agents.catalog.roles import Topology
from agents.contract.workload import Workload
from backend.fields import file_name, one_line, storable

MAX_TEXTS = 200
MAX_RUNS = 500
MAX_TRIALS = 5000
MAX_TRIALS_OF_RUN = 1000
MAX_WORKLOADS = 100


def _known_metrics(figures: dict[str, float]) -> dict[str, float]:
    for name in figures:
        if name not in METRICS:
            raise ValueError(f"there is no metric “{name[:80]}”; there is: {', '.join(METRICS)}")
    return figures


Text = Annotated[str, AfterValidator(storable)]
_Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)]
Name = Annotated[_Line, AfterValidator(one_line)]
Setting = Annotated[_Line, AfterValidator(one_line)]
SettingText = Annotated[str, Field(max_length=2000), AfterValidator(storable)]
Settings = Annotated[dict[Setting, SettingText], Field(max_length=200)]
"""Setting → value, as reported by the source. A knob's name with a value that it takes becomes that knob."""
Figure = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextIn(_Strict):
    """One pasted text or dropped file, whole."""

    name: Annotated[str, AfterValidator(file_name)] = "pasted text"
    text: Text = Field(max_length=16 * 1024 * 1024)


class TrialIn(_Strict):
    """One trial: a report inside of one of the texts, or figures of a table."""

    text: int | None = Field(default=None, ge=0, description="which of the texts, from 0")
    report: int = Field(default=0, ge=0, description="which report of that text, from 0")
    figures: Annotated[dict[str, Figure], AfterValidator(_known_metrics)] | None = Field(
        default=None, description="metric → SI value"
    )


class PublishedIn(_Strict):
    """A run's row as its source printed it. SI units; `delta` 0.1 is +10%."""

    requests: int | None = Field(default=None, ge=0)
    requests_per_s: Figure | None = None
    latency_mean: Figure | None = Field(default=None, description="seconds")
    delta: float | None = Field(default=None, allow_inf_nan=False)
    note: SettingText | None = None


class RunIn(_Strict):
    """One variant under one workload. With factors its name may be left out: it is that of its levels."""

    variant: Name | None = None
    workload: str | None = Field(default=None, max_length=80, description="by name; default: the first")
    topology: Topology = "proxied"
    factors: dict[str, str] = Field(default_factory=dict, description="factor → level")
    settings: Settings = Field(default_factory=dict)
    note: SettingText | None = None
    trials: list[TrialIn] = Field(min_length=1, max_length=MAX_TRIALS_OF_RUN)
    published: PublishedIn | None = None
    parent: str | None = Field(
        default=None, max_length=120, description="the variant of which it is the next step"
    )
    baseline: bool = Field(
        default=False,
        description="the others of its workload are compared with it, in place of the run of the baseline",
    )


class ImportIn(_Strict):
    """A finished experiment made from outputs or tables from other sources."""

    name: Name
    description: Annotated[str, Field(max_length=10_000), AfterValidator(storable)] | None = None
    source: SettingText | None = Field(None, description="link or sentence: where the figures come from")
    notes: Annotated[str, Field(max_length=100_000), AfterValidator(storable)] = Field(
        "", description="Markdown"
    )
    workloads: list[Workload] = Field(min_length=1, max_length=MAX_WORKLOADS)
    settings: Settings = Field(default_factory=dict, description="what all runs share")
    factors: dict[Name, dict[Name, Settings]] = Field(
        default_factory=dict, max_length=10, description="factor → level → its settings"
    )
    baseline: str | None = Field(
        None, max_length=200, description="a variant's name; default: the first run's"
    )
    allowed_failures: float = Field(0.0, ge=0, le=1, description="share of requests, 0.01 is 1%")
    runs: list[RunIn] = Field(min_length=1, max_length=MAX_RUNS)
    texts: list[TextIn] = Field(default_factory=list, max_length=MAX_TEXTS)


class ExampleOut(BaseModel):
    """The experiment that holds the example."""

    id: str


class TextOut(BaseModel):
    """A text that an experiment was imported from; `number` counts from 0."""

    number: int
    name: str
    characters: int
