"""API models of experiments."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field, computed_field

from agents.contract.reports import Failure
from agents.contract.states import ExperimentState
from backend.analysis.ceiling_schemas import CeilingOut
from backend.analysis.headlines.builds import ServerPair
from backend.analysis.precision_schemas import DecisionOut, HalvingOut, PrecisionOut
from backend.analysis.schemas import (
    FirstStage,
    Headline,
    HostFacts,
    MoreOffer,
    Progress,
    Published,
    RunSummary,
    ServersOut,
)
from backend.analysis.stored.figures import ListedFigures
from backend.definition.consistency import MAX_TRIALS
from backend.execution.launching.schemas import MatchingTestbed
from backend.presentation.figures import span
from backend.presentation.words import sentence, when
from backend.records.facts_flat import FactChange
from backend.records.origin import DerivedHow, Origin
from backend.refs import ExperimentRef, NotesOut, PersonRef
from backend.statistics.rules import RULES_VERSION, rules_note


class ExperimentSummary(BaseModel):
    id: str
    name: str
    kind: Literal["compare", "ceiling"]
    state: ExperimentState
    recipe: str | None
    form: str | None
    origin: Origin
    testbed: ExperimentRef | None = Field(description="None where results were imported")
    owner: PersonRef | None = Field(
        description="who launched or imported it; None: the dashboard's token, and for readers of a link"
    )
    tags: list[str]
    starred: bool
    archived: bool
    tool: str = Field(description="“one and another” where its workloads use both")
    runs: int
    rounds: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    failure: Failure | None
    headline: Headline | None
    figures: ListedFigures | None = Field(None, description="in lists, of an ended one")
    progress: Progress | None

    @property
    def is_untrusted(self) -> bool:
        return self.headline is not None and self.headline.is_untrusted


class QueueStart(BaseModel):
    """Start of a queued experiment, by what those before it have left."""

    seconds: float | None = Field(description="from now; None: it cannot be known")
    at_most: bool = Field(description="rounds of one before it may end early")
    unknown: str | None = Field(description="what nobody can foresee, where it cannot be known")


class Derived(BaseModel):
    """The experiment that another was made from."""

    how: DerivedHow
    experiment: ExperimentRef


class Interruption(BaseModel):
    """A span between trials in which the experiment did not have its hosts."""

    began_at: datetime
    ended_at: datetime | None = Field(description="None: it is paused, or waits to go on")
    failure: Failure = Field(description="what it was interrupted by")

    @computed_field
    @property
    def sentence(self) -> str:
        """Sentence with its beginning, length and reason."""
        reason = self.failure.message  # it may begin with the name of a host
        if self.ended_at is None:
            return sentence(f"Paused since {when(self.began_at)}: {reason}")
        length = span((self.ended_at - self.began_at).total_seconds())
        return sentence(f"Interrupted on {when(self.began_at)} for {length}: {reason}")


class Rules(BaseModel):
    """The rules for verdicts that the experiment follows."""

    version: int
    launch: int = Field(description="in force when it was launched")
    today: int = RULES_VERSION

    @computed_field
    @property
    def note(self) -> str:
        """Sentence where today's rules differ; empty: they do not."""
        return rules_note(self.version, self.launch)


class RulesIn(BaseModel, extra="forbid"):
    """The rules to judge an experiment by: today's, or those that it was launched under."""

    version: int


class MoreIn(BaseModel, extra="forbid"):
    """Number of rounds to add to a finished experiment."""

    rounds: int | None = Field(None, ge=1, le=MAX_TRIALS, description="default: as many as would settle it")


class ExperimentDetail(ExperimentSummary, NotesOut):
    derived: Derived | None
    made_from_this: int = Field(description="experiments that were made from this one")
    note: str | None = Field(description="how this form differs from the write-up")
    question: str = Field(description="its author's words, else what its definition asks")
    description: str | None
    source: str | None = Field(description="where its figures or its definition come from")
    order: Literal["interleaved", "sequential"]
    seed: int
    estimate_s: float
    factors: dict[str, list[str]] = Field(description="factor → levels, empty for a list of variants")
    run_list: list[RunSummary]
    published: Published | None
    profiled: bool = Field(False, description="its definition asks for profiles")
    ceiling: CeilingOut | None = Field(None, description="results of the search, for the kind ceiling")
    precision: PrecisionOut | None = Field(
        None,
        description="of experiments from before 0.1.0, where rounds went on until precise: what ended them",
    )
    servers: ServersOut | None = Field(
        None, description="how often servers were started, and how much starts differ; None for imports"
    )
    builds: list[ServerPair] = Field(default_factory=list, description="servers that are compared")
    decision: DecisionOut | None = Field(
        None,
        description="where rounds go on until decided: who is, at which analysis, and what ended them",
    )
    halving: HalvingOut | None = Field(
        None, description="of halving: its stages, and who was left out after which"
    )
    without_nginx: list[str] = Field(
        default_factory=list, description="for each server that is no nginx: what is not available for it"
    )
    carried_over: str | None = Field(
        None, description="a sentence if a run left something behind for the trial after it"
    )
    has_diagnostics: bool = Field(False, description="it ran diagnostics: GET …/diagnostics")
    is_calibration: bool = Field(description="its runs are equal: what differs is the testbed's noise")
    hosts: list[HostFacts]
    testbed_labels: list[str] = Field(
        default_factory=list,
        description="it was launched for any testbed with these; testbed is the one it took",
    )
    matching: list[MatchingTestbed] = Field(
        default_factory=list, description="while it is queued: the testbeds that it may begin on"
    )
    queue_behind: list[ExperimentRef]
    queue_start: QueueStart | None = Field(None, description="of a queued one")
    rules: Rules
    facts_changed: list[FactChange] = Field(
        default_factory=list, description="facts of hosts that differed once everything was put back"
    )
    interruptions: list[Interruption] = Field(
        default_factory=list, description="paused for a host that was away, or ended early and resumed"
    )
    is_resumable: bool = Field(False, description="it ended early, and POST …/resume measures the rest")
    more: MoreOffer | None = Field(
        None, description="where its questions are open: rounds that would settle one"
    )
    first_stage: FirstStage | None = Field(None, description="where rounds were added: what it said before")
    yaml: str
