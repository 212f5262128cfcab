"""What the API says of comparisons, and takes and says of those that are saved under a name."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut, SpreadOut
from backend.analysis.schemas import LatencyKind
from backend.fields import one_line, storable
from backend.refs import NotesOut, PersonRef
from backend.shown_workload import ShownWorkload


class TrialDot(BaseModel):
    """A trial; of repeats one run each, with the mean of its trials."""

    trial_id: str = Field(description="empty for a repeat")
    round: int = Field(description="of a repeat: its place in time, from 1")
    value: float | None
    state: str


class RunRef(BaseModel):
    id: str
    name: str
    experiment_id: str
    experiment_name: str


class ComparedRun(BaseModel):
    """A run; or several repeats of one variant, called like the first and listed in `repeats`."""

    id: str
    experiment_id: str
    experiment_name: str
    name: str
    knobs: dict[str, Any]
    described: dict[str, str] = Field(default_factory=dict, description="settings of an imported run")
    factors: dict[str, str] | None
    workload: ShownWorkload
    topology: str
    repeats: list[RunRef] = Field(default_factory=list, description="empty where it is one run")
    mean: float | None
    cv: float | None
    dots: list[TrialDot]
    percentiles: dict[str, float]
    latency_kind: LatencyKind = Field("none", description="of the first, where there are repeats")
    profiled: bool = Field(False, description="its experiment takes profiles")


class ComparedPair(BaseModel):
    label: str
    a: ComparedRun
    b: ComparedRun
    delta: DeltaOut
    spread: SpreadOut


Kind = Literal["knob", "described", "workload", "kernel", "host", "effective", "fact"]


class Difference(BaseModel):
    """A setting or fact of both sides.

    knob       set by the variant
    described  a setting of an imported run, as reported by the source
    workload   what load was applied
    kernel     a kernel setting: as changed for the run and read back, else as the host had it
    host       interrupts, irqbalance, governor, where a run changed them
    effective  read back from running processes
    fact       what the host was at launch
    """

    kind: Kind
    name: str
    a: Any
    b: Any


class Caveat(BaseModel):
    """Why the two sides may not be comparable, and what to do about it."""

    level: Literal["serious", "caution", "note"]
    code: str = Field(examples=["tool"])
    text: str
    advice: str


class Matching(BaseModel):
    """How pairs were made; `how` is a word for programs, `text` for people: paired by …"""

    how: str
    text: str
    pooled: int = Field(0, description="pairs in which repeats stand together")
    left_out: list[str] = Field(default_factory=list)


class Config(BaseModel):
    """An nginx.conf under test; `text` is empty where it is not known."""

    run_id: str
    name: str
    text: str
    read_back: str = Field(description="as nginx itself read it back, with its addresses and folders")


class Configs(BaseModel):
    a: Config
    b: Config


class OverallRow(BaseModel):
    metric: Metric
    delta: DeltaOut
    spread: SpreadOut | None


class CandidateOut(BaseModel):
    """One side against A. Its overall deltas are adjusted by Holm over all sides."""

    side: str = Field(examples=["b"])
    title: str
    paired: bool
    matching: Matching
    runs: list[RunRef]
    pairs: list[ComparedPair]
    overall: list[OverallRow]
    serious: int = Field(description="number of serious caveats")
    is_untrusted: bool = Field(False, description="trust in an experiment of A or of it is red")


class CompareOut(BaseModel):
    """Groups of runs side by side; A is the baseline.

    `pairs`, `overall`, differences, texts and caveats are of A and the side that was asked for (`side`);
    `candidates` has every side that is compared with A, that one included.
    """

    title: str
    headline: str = Field(description="what came out over all pairs, in one sentence")
    settled: bool = Field(description="whether it has a verdict")
    is_untrusted: bool = Field(
        False, description="trust in an experiment of these two sides is red: verdicts have no colour"
    )
    a_title: str
    b_title: str
    a_argv: list[str]
    b_argv: list[str]
    factor: str | None
    level_a: str | None = None
    level_b: str | None = None
    experiments: list[dict[str, str]]
    rules: int = Field(description="version of the rules that its verdicts follow")
    metric: Metric
    side: str = Field("b", description="letter of the candidate in this answer's `pairs` and texts")
    matching: Matching
    a_runs: list[RunRef]
    candidates: list[CandidateOut]
    pairs: list[ComparedPair]
    overall: list[OverallRow]
    paired: bool
    differs: list[Difference]
    equal: int = Field(description="how many settings and facts are equal and hidden")
    equal_settings: list[Difference] = Field(default_factory=list)
    caveats: list[Caveat]
    warnings: list[str] = Field(description="texts of the caveats that are more than a note")
    conf_a: str = Field(description="of the first pair; empty where it is not known")
    conf_b: str


MAX_NOTES_LENGTH = 100_000
MAX_VALUE_LENGTH = 20_000  # a side of 500 runs is 7,500 characters
MAX_PARAMETERS = 60

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(one_line),
]
Notes = Annotated[str, StringConstraints(max_length=MAX_NOTES_LENGTH), AfterValidator(storable)]
Parameter = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(storable)]
Value = Annotated[str, StringConstraints(max_length=MAX_VALUE_LENGTH), AfterValidator(storable)]
Who = Annotated[str, StringConstraints(max_length=80, to_lower=True), AfterValidator(storable)]
State = Annotated[dict[Parameter, Value], Field(max_length=MAX_PARAMETERS)]


class SavedIn(BaseModel, extra="forbid"):
    """A comparison to save: its name and the search parameters of the Compare page."""

    name: Name
    notes: Notes = ""
    state: State = Field(examples=[{"experiment": "06f3k2a8d1xq9z", "factor": "pin"}])


class SavedFilter(BaseModel, extra="forbid"):
    """All conditions given must hold."""

    q: Annotated[str, Field(max_length=200)] = Field("", description="words of the name")
    by: Who | None = Field(None, description="who saved them first: a login, `me`, or `token`")
    mentions: Who | None = Field(None, description="whom their notes mention: a login, or `me`")
    limit: int = Field(50, ge=1, le=200)


class SavedChange(BaseModel, extra="forbid"):
    """What to change; what is left out stays. `notes_version` is that of the edited notes."""

    name: Name | None = None
    notes: Notes | None = None
    notes_version: int | None = None
    state: State | None = None


class SavedOut(NotesOut):
    id: str
    name: str
    owner: PersonRef | None = Field(
        description="who saved it first; None: the dashboard's token, and for readers of a link"
    )
    state: dict[str, str] = Field(description="search parameters of the Compare page")
    created_at: datetime
    updated_at: datetime
