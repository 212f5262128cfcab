"""API models of an experiment's results."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field, computed_field, model_validator
from pydantic.json_schema import SkipJsonSchema

from agents.catalog.knobs.types import Value
from agents.catalog.roles import Role, Topology
from agents.contract.reports import Failure
from agents.contract.states import RunState, TrialState
from agents.render.load import load_of
from backend.acted.signs_of_run import SettingSign
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.headlines.lead import lead_of
from backend.analysis.headlines.schemas import Answer, NextStep, Trust
from backend.diagnostics.accounting.schemas import Accounting
from backend.diagnostics.bottlenecks import Bottleneck
from backend.presentation.words import plural
from backend.shown_workload import ShownWorkload
from backend.validity.finding import Finding

LatencyKind = Literal["measured", "printed", "mixed", "none"]


class Settling(BaseModel):
    """Rounds that would settle an open candidate."""

    run_id: str
    name: str = Field(description="with the question in brackets where another one is settled")
    rounds: int | None = Field(description="more than were measured; None: more would hardly")
    run_ids: list[str] = Field(description="runs that would be measured in them")


class MoreOffer(BaseModel):
    """Rounds that could be added to an experiment whose questions are open, once."""

    rounds: int | None = Field(description="that would settle a candidate; None: more would hardly")
    runs: int = Field(description="that would be measured in them: the others are settled")
    round_s: float = Field(description="seconds of one of these rounds, about")
    max_rounds: int
    sentence: str = Field(examples=["About 12 more rounds (8 min) would settle pinned."])
    why_not: str = Field(description="reason why none can be added, as a clause; empty: they can")


class FirstStage(BaseModel):
    """An experiment before rounds were added to it."""

    rounds: int
    added_rounds: int
    finished_at: datetime | None
    headline: str

    @computed_field(examples=["10 + 12 rounds, in two stages. After the first: Not settled."])
    @property
    def sentence(self) -> str:
        rounds = f"{self.rounds} + {plural(self.added_rounds, 'round')}"
        return f"{rounds}, in two stages. After the first: {self.headline}"


class Headline(BaseModel):
    """Result in one sentence: the best settled change against the baseline, or why there is none.

    Page, report, picture, link preview, lists and terminal all say this one; names in it are the user's own
    text. The page opens on its metric and workload.
    """

    run_id: str | None
    name: str | None
    metric: str
    workload: str | None = Field(default=None, description="that of the run; None where it is about no run")
    delta: DeltaOut | None
    settled: bool = Field(default=False, description="better, worse or the same, or a ceiling that was found")
    sentence: str = Field(
        examples=[
            "workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4]); p99 not settled."
        ]
    )
    cause: str | None = Field(
        default=None,
        description="what made the difference: where the time of a request went, then what profiles say; "
        "None where trust is red",
        examples=["The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat and close."],
    )
    accounting: Accounting | None = Field(
        default=None,
        description="of a change in throughput; None under rules 1, or where nothing was watched",
    )
    answers: list[Answer] = Field(
        default_factory=list,
        description="to throughput and CPU a request, one each; none before the end and under rules 1",
    )
    settle_s: float | None = Field(
        default=None,
        description="seconds of more rounds that would settle a question, where none is settled; None also "
        "where more would hardly do so",
    )
    settle: str = Field(
        default="", description="the same as a sentence", examples=["About 14 min more would settle it."]
    )

    more: Settling | None = Field(
        default=None, description="rounds that could be added; None where nothing is open"
    )
    question: str = Field(default="", examples=["Does it help to pin nginx and the load tool apart?"])
    opening: str = Field(
        default="",
        description="why the answers cannot be trusted, where they cannot and do not say so themselves",
        examples=["The machine was too busy to tell: other programs took 90% of its CPU."],
    )
    trust: Trust | None = Field(default=None, description="None before the end, or without a comparison")
    trust_words: str = Field(
        default="",
        description="trust as a sentence, without what the answer begins with; empty before the end",
        examples=["Trust with care: Other programs took 31% of the CPU."],
    )
    next_step: NextStep | None = Field(
        default=None, description="None before the end, or where there is none"
    )

    @computed_field(description="what a page begins with: the answers, in two sentences at most")
    @property
    def lead(self) -> list[str]:
        answers = [answer.sentence for answer in self.answers]
        return lead_of(self.opening, answers) if answers else [self.sentence]

    @property
    def is_untrusted(self) -> bool:
        """Whether trust is red: verdicts then have no colour."""
        return self.trust is not None and self.trust.level == "red"


class Progress(BaseModel):
    done: int
    total: int
    round: int
    rounds: int
    step: str = Field(examples=["measuring workers 2 (round 3 of 12)"])
    rounds_least: int | None = Field(
        None,
        description="where rounds may end early: the fewest, and `rounds` and `total` are the most",
    )
    seconds_left: float | None = Field(description="where rounds may end early: at most")
    seconds_left_least: float | None = Field(None, description="the same at least, after the fewest rounds")
    current_trial_id: str | None = None
    current_run_id: str | None = None


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
    start: int | None = Field(
        None, description="which start of the run's servers it measured, from 1; None: not known"
    )


class ServersOut(BaseModel):
    """Standard deviations of requests per second, 0.02 is 2%; None where they cannot be told apart."""

    rounds_per_start: int = Field(description="rounds that one start is measured in; 0: all of them")
    starts: int = Field(description="of each run's servers, at most; 0 where it was not kept")
    between: float | None = Field(None, description="of one start of a server against another")
    within: float | None = Field(None, description="of trials of one start")
    sentence: str


class RunSummary(BaseModel):
    id: str
    position: int
    name: str
    variant: str
    parent: str | None
    knobs: dict[str, Value]
    inapplicable: list[str] = Field(
        default_factory=list, description="knobs of other runs that its servers do not have"
    )
    described: dict[str, str] = Field(description="settings of an imported run, as reported by the source")
    factors: dict[str, str] | None
    topology: Topology
    workload: ShownWorkload
    is_baseline: bool
    is_control: bool
    deleted: bool
    state: RunState
    failure: Failure | None
    eliminated_after: int | None = Field(
        None, description="rounds after which halving eliminated it; None: measured to the end"
    )
    last_round: int | None = Field(
        None,
        description="last round it was measured in, as an interim analysis found it decided or hardly to "
        "become so; its deltas are of then. None: measured to the end",
    )
    trials_done: int
    trials_invalid: int
    trials_failed: int
    trials_not_measured: int = Field(0, description="of the failed ones: their run had failed before them")
    total_requests: float | None = Field(description="mean requests of a trial")
    means: dict[str, float] = Field(description="metric → arithmetic mean of its valid trials, SI")
    cv: dict[str, float] = Field(description="metric → coefficient of variation, 0.05 = 5%")
    half: dict[str, float] = Field(description="metric → half of the 95% interval of the mean, SI")
    range: dict[str, list[float]] = Field(
        default_factory=dict, description="metric → smallest and largest of its valid trials, SI"
    )
    bottlenecks: list[Bottleneck] = Field(default_factory=list, description="likeliest first, at the end")
    setting_signs: list[SettingSign] = Field(default_factory=list, description="at the end")
    latency_kind: LatencyKind = Field(
        "none",
        description="measured: of all requests; printed: as the load tool printed it; mixed: trials of both",
    )

    @model_validator(mode="after")
    def _show_load_of_variant(self) -> "RunSummary":
        self.workload = load_of(self.workload, self.knobs)
        return self


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


class PrintedFunction(BaseModel):
    """Line that a write-up printed from perf."""

    function: str | None
    variant: str | None
    text: str


class Published(BaseModel):
    source: str
    note: str | None
    rows: list[PublishedRow]
    functions: list[PrintedFunction] = Field(default_factory=list, description="from its profiles")
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


class DeltaRow(DeltaOut):
    run_id: str
    name: str
    is_best: bool = Field(
        False,
        description="the largest improvement of its workload; without one, the largest change",
    )

    @computed_field
    def matters(self) -> SkipJsonSchema[float]:
        """The name of `min_effect` that `dyno` of 0.1.0 reads; until 0.2.0."""
        return self.min_effect


class StepRow(DeltaOut):
    """A run against the run that its variant derives from."""

    run_id: str
    name: str
    before_id: str = Field(description="the run before the step")
    before: str = Field(description="its variant")
    changed: dict[str, Value | None] = Field(
        description="knobs that the step sets otherwise; null: back to the default"
    )
