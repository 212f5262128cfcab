"""What the API takes and says about imports."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from agents.catalog.metrics import METRICS
from agents.catalog.roles import Topology
from agents.catalog.tool import HttpProtocol
from agents.catalog.tools import ToolName
from agents.contract.workload import Workload
from backend.errors import ProblemItem
from backend.fields import file_name, one_line, storable

MAX_TEXTS = 200
MAX_RUNS = 500
MAX_TRIALS = 5000
MAX_TRIALS_OF_RUN = 1000
MAX_ROUND = 1_000_000
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
    round: int | None = Field(
        default=None, ge=1, le=MAX_ROUND, description="that it was measured in; default: its place in the run"
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
    control: bool = Field(default=False, description="a second copy of the baseline, which should not differ")


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


class Column(BaseModel, extra="forbid"):
    """A column of a table. `unit` is that of cells without one: ms, k."""

    name: str = Field(max_length=2000)
    role: str = Field(
        description="variant, trials, trial, seconds, delta, note, factor, setting, topology, workload, skip "
        "or a metric"
    )
    unit: str = Field("", max_length=20)


class TableChoice(BaseModel, extra="forbid"):
    """How to read a table where the guess is wrong."""

    columns: list[Column] | None = None
    decimal: Literal[".", ","] | None = None
    skip: bool = Field(default=False, description="leave the table out")


class GivenText(BaseModel, extra="forbid"):
    """One text as it was given, whatever it holds: what is wrong with it is reported for it alone."""

    name: Annotated[str, AfterValidator(file_name)] = "pasted text"
    text: str = Field(max_length=64 * 1024 * 1024)


Together = Literal["repeats", "variants"]
"""What several outputs, or rows of one name, are: trials of one run, or runs to compare."""


class PreviewIn(BaseModel, extra="forbid"):
    """Texts as they were pasted or dropped; `tables` by the number of the text and of its table, from 0."""

    texts: list[GivenText] = Field(min_length=1, max_length=MAX_TEXTS)
    tables: dict[int, dict[int, TableChoice]] = Field(
        default_factory=dict, description="a text that is named here is read as tables"
    )
    together: Together | None = Field(None, description="the answer to the preview's question")


class WorkloadGuess(BaseModel):
    """What is known of a load; None where the text does not say."""

    name: str = "default"
    tool: ToolName | None = None
    threads: int | None = None
    connections: int | None = None
    duration_s: int | None = None
    requests: int | None = None
    rate: int | None = None
    keepalive: bool | None = None
    protocol: HttpProtocol | None = None
    streams: int | None = None
    path: str | None = None
    host: str | None = None


class ReportOut(BaseModel):
    """One report inside of a text, or one start of a tool that printed none."""

    text: int
    report: int
    first: int = Field(description="line, from 1")
    last: int
    tool: str
    version: str | None
    command: str | None = Field(description="as it was typed before the report, where it is in the text")
    headings: list[str] = Field(
        default_factory=list, description="what a person wrote above it, outermost first"
    )
    url: str | None
    workload: WorkloadGuess
    document_length: int | None = Field(None, description="bytes, of the first answer")
    figures: dict[str, float | None]
    failures: str = Field(description="in words; empty when nothing failed")
    invalid: list[str] = Field(description="why its trial will not count, unless failures are allowed")
    allow: float | None = Field(
        None, description="the smallest round share of failed requests that lets an invalid trial count"
    )
    warnings: list[str]
    problem: str | None = Field(description="why there are no figures")


class TableOut(BaseModel):
    """A table as it was read."""

    headings: list[str] = Field(default_factory=list, description="over it, outermost first")
    columns: list[Column]
    rows: list[list[str]]
    lines: list[int] = Field(description="of each row in the text")
    decimal: Literal[".", ","]


class TextRead(BaseModel):
    """What one text is."""

    name: str
    kind: Literal["outputs", "table", "nothing"]
    problem: str | None = None
    warnings: list[str] = Field(default_factory=list)
    tables: list[TableOut] = Field(default_factory=list)


class RunGuess(RunIn):
    """A run as it is suggested; post it without its `place`, as it is or changed."""

    place: str = Field("", description="of its row or first report: texts[0].rows[3], texts[0].reports[1]")
    topology: Topology = "proxied"
    published: PublishedIn | None = None


class Question(BaseModel):
    """Asked where outputs or rows may be trials of one run as well as runs to compare."""

    chosen: Together = Field(description="as answered, else as suggested")
    suggested: Together
    why: str = Field(description="what the suggestion goes by, as a sentence")


class PreviewOut(BaseModel):
    """Everything that was read, and an import that can be posted once its workloads are whole."""

    texts: list[TextRead]
    reports: list[ReportOut]
    workloads: list[WorkloadGuess]
    factors: dict[str, dict[str, dict[str, str]]]
    runs: list[RunGuess]
    baseline: str | None
    question: Question | None
    problems: list[ProblemItem] = Field(description="what was left out, e.g. place texts[0].rows[3].requests")


class SettingsIn(BaseModel, extra="forbid"):
    settings: dict[str, str] = Field(max_length=500)


class SettingOut(BaseModel):
    """A setting as it will be kept: as a knob, or as reported by the source."""

    name: str
    text: str
    knob: str | None
    value: int | str | bool | None = Field(description="canonical, for a knob")
    problem: str = Field(default="", description="why it is no knob; empty for one")
