"""What the API takes and says about experiments."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, Role, RunState, Topology, TrialState
from agents.contract.workload import Workload
from backend.advice.schemas import AdviceOut
from backend.comparisons.schemas import DeltaOut
from backend.errors import ProblemItem
from backend.experiments.origin import DerivedHow, Origin
from backend.experiments.results.ceiling_schemas import CeilingOut
from backend.experiments.results.precision_schemas import FewestOut, NoiseOut, PrecisionOut, ProposalOut
from backend.hosts.facts_flat import FactChange
from backend.hosts.schemas import ExperimentRef

Value = int | str | bool


class ExperimentIn(BaseModel):
    """Launch a recipe, or a definition (as JSON, or as YAML text). Give exactly one of the three."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"recipe": "pinned-against-unpinned", "form": "quick"}]},
    )

    recipe: str | None = None
    form: Literal["quick", "full"] = "quick"
    definition: dict[str, Any] | None = None
    yaml: str | None = Field(None, max_length=8_000_000)
    testbed_id: str | None = Field(None, description="default: the definition's own, else the only one")
    set: dict[str, str] = Field(default_factory=dict, description="overrides, e.g. {'trials': '3'}")
    seed: int | None = Field(None, ge=0, le=2**31 - 1)
    derived_from: str | None = Field(None, max_length=32, description="id of the experiment it was made from")
    derived_how: DerivedHow | None = None


class PlannedRunOut(BaseModel):
    position: int
    name: str
    variant: str
    parent: str | None
    knobs: dict[str, Value]
    set_here: list[str] = Field(description="knobs that differ from the parent (or the baseline)")
    factors: dict[str, str] | None
    topology: Topology
    workload: Workload
    is_baseline: bool
    is_control: bool
    conf: str = Field(description="nginx.conf under test, rendered with stand-in addresses")
    parent_conf: str | None
    baseline_conf: str
    load_argv: list[str]


class HostChange(BaseModel):
    role: Role
    host: str
    changes: list[str] = Field(description="sentences: what is started or changed there, and put back")


class PlanOut(BaseModel):
    """What a launch would do. With errors nothing can be launched."""

    errors: list[ProblemItem]
    definition: dict[str, Any] | None = Field(None, description="normalised; None when it cannot be read")
    yaml: str | None = None
    runs: list[PlannedRunOut] = Field(default_factory=list)
    rounds: int = 0
    trials: int = 0
    seconds: float = 0
    load_seconds: float = 0
    smallest_effect: float | None = Field(
        None, description="smallest change that this plan can show, 0.03 = 3%"
    )
    fewest: FewestOut | None = Field(
        default=None,
        description="where rounds go on until precise; rounds, trials, seconds are then those of the most",
    )
    noise: NoiseOut | None = Field(
        default=None, description="None until an experiment was measured on this testbed"
    )
    proposals: list[ProposalOut] = Field(default_factory=list, description="empty while noise is not known")
    seed: int = 0
    order: list[list[int]] = Field(default_factory=list, description="run positions, a list a round")
    repeats: str | None = Field(
        default=None, description="why a long round measures its baseline several times"
    )
    changes: list[HostChange] = Field(default_factory=list)
    queue_behind: list[ExperimentRef] = Field(default_factory=list)
    advice: list[AdviceOut] = Field(default_factory=list, description="in the order of the definition")


class CheckOut(BaseModel):
    """What the host's own `nginx -t` says of a plan's texts."""

    id: str
    state: Literal["running", "passed", "failed"]
    host: str
    checked: int = Field(description="distinct nginx.conf texts")
    problems: list[ProblemItem] = Field(description="place `runs[3]`: the run at that position of the plan")


class Headline(BaseModel):
    """The best settled change against the baseline, or why there is none."""

    run_id: str | None
    name: str | None
    metric: str
    delta: DeltaOut | None
    sentence: str = Field(examples=["workers 2: +92.2% req/s, better"])


class Progress(BaseModel):
    done: int
    total: int
    round: int
    rounds: int
    step: str = Field(examples=["measuring workers 2 (round 3 of 12)"])
    rounds_least: int | None = Field(
        None,
        description="where rounds go on until precise: the fewest, and `rounds` and `total` are the most",
    )
    seconds_left: float | None = Field(description="where rounds go on until precise: at most")
    seconds_left_least: float | None = Field(None, description="the same at least, after the fewest rounds")
    current_trial_id: str | None = None
    current_run_id: str | None = None


class ExperimentSummary(BaseModel):
    id: str
    name: str
    kind: Literal["compare", "ceiling"]
    state: ExperimentState
    recipe: str | None
    form: str | None
    origin: Origin
    testbed: ExperimentRef | None = Field(description="None where results were imported")
    tags: list[str]
    starred: bool
    archived: bool
    tool: str
    runs: int
    rounds: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    failure: Failure | None
    headline: Headline | None
    progress: Progress | None


FindingLevel = Literal["invalid", "suspect", "note"]


class Finding(BaseModel):
    """What a check found in a trial: `invalid` takes it out, `suspect` marks its deltas, `note` only says."""

    code: str
    level: FindingLevel
    message: str
    value: float | None = None
    threshold: float | None = None


class RuleOut(BaseModel):
    """A check that every trial goes through."""

    code: str
    level: FindingLevel
    title: str = Field(examples=["Failed requests"])
    sentence: str = Field(description="what holds when nothing is found")
    limit: str = Field(examples=["below 5%"])
    why: str = Field(description="plain text, paragraphs apart by an empty line")


class TrialOut(BaseModel):
    id: str
    run_id: str
    round: int
    position: int
    repeat: int = Field(description="of the baseline within a long round, from 1")
    attempt: int
    state: TrialState
    failure: Failure | None
    findings: list[Finding]
    figures: dict[str, float | None]
    started_at: datetime | None
    ended_at: datetime | None
    connections: int | None = Field(None, description="of a probe for the ceiling; None: the workload's")


class RunSummary(BaseModel):
    id: str
    position: int
    name: str
    variant: str
    parent: str | None
    knobs: dict[str, Value]
    described: dict[str, str] = Field(description="settings of an imported run, as it was told")
    factors: dict[str, str] | None
    topology: Topology
    workload: Workload
    is_baseline: bool
    is_control: bool
    deleted: bool
    state: RunState
    failure: Failure | None
    trials_done: int
    trials_invalid: int
    trials_failed: int
    total_requests: float | None = Field(description="mean requests of a trial")
    means: dict[str, float] = Field(description="metric → arithmetic mean of its valid trials, SI")
    cv: dict[str, float] = Field(description="metric → coefficient of variation, 0.05 = 5%")
    half: dict[str, float] = Field(description="metric → half of the 95% interval of the mean, SI")
    range: dict[str, list[float]] = Field(
        default_factory=dict, description="metric → least and largest of its valid trials, SI"
    )


class PublishedRow(BaseModel):
    """A row of a write-up beside our run of the same variant."""

    variant: str
    workload: str | None = Field(None, description="which, where there are several")
    factors: dict[str, str] | None = Field(None, description="its place, where it is a cell of the grid")
    run_id: str | None
    connections: int | None = Field(None, description="largest clean number of connections")
    requests: float | None
    requests_per_s: float | None
    latency_mean: float | None
    change: float | None
    trials: list[float] = Field(default_factory=list, description="requests per second behind the mean")
    mean: float | None = Field(None, description="of its trials, beside what was printed")
    cv: float | None = Field(None, description="spread of its trials, 0.05 = 5%")
    delta: DeltaOut | None = Field(None, description="from its own trials, against the published baseline's")
    note: str | None = Field(None, description="a flaw of the figure, or why no run stands beside it")


class Published(BaseModel):
    source: str
    note: str | None
    rows: list[PublishedRow]
    remarks: list[str] = Field(
        default_factory=list, description="where printed figures do not follow from its own, in sentences"
    )


class HostFacts(BaseModel):
    role: Role
    host_id: str
    host: str
    address: str
    machine: str
    network: str = Field(description="the same for hosts that share addresses, ports and net.* settings")
    cpus: int


class Derived(BaseModel):
    """The experiment that another was made from."""

    how: DerivedHow
    experiment: ExperimentRef


class ExperimentDetail(ExperimentSummary):
    notes: str = Field(description="Markdown, as written")
    notes_version: int = Field(description="to be given back with a change, so that no edit is lost")
    derived: Derived | None
    made_from_this: int = Field(description="experiments that were made from this one")
    note: str | None = Field(description="how this form differs from the write-up")
    description: str | None
    source: str | None = Field(description="where its figures or its definition come from")
    order: Literal["interleaved", "sequential"]
    seed: int
    estimate_s: float
    factors: dict[str, list[str]] = Field(description="factor → levels, empty for a list of variants")
    run_list: list[RunSummary]
    published: Published | None
    ceiling: CeilingOut | None = Field(None, description="the brackets, for the kind ceiling")
    precision: PrecisionOut | None = Field(
        None, description="where rounds go on until precise: how narrow intervals are, and what ended them"
    )
    hosts: list[HostFacts]
    queue_behind: list[ExperimentRef]
    facts_changed: list[FactChange] = Field(
        default_factory=list, description="what was another fact of a host when all was put back"
    )
    yaml: str


class DeltaRow(DeltaOut):
    run_id: str
    name: str
