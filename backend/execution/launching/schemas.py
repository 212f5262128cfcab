"""API models of a launch, of its plan, and of experiments that are measured once more."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.catalog.knobs.types import Value
from agents.catalog.roles import Role, Topology
from agents.contract.states import ExperimentState, HostCondition
from backend.advice.schemas import AdviceOut
from backend.analysis.precision_schemas import NoiseOut, PlannedStage
from backend.analysis.schemas import DeltaRow
from backend.definition.openapi import DefinitionData
from backend.errors import ProblemItem
from backend.planning.design import Fewest
from backend.planning.goal import Goal
from backend.planning.halved import Halved
from backend.planning.host_changes import HostChange
from backend.records.facts_flat import FactChange
from backend.records.origin import DerivedHow
from backend.refs import ExperimentRef
from backend.shown_workload import ShownWorkload


class ExperimentIn(BaseModel):
    """Launch a recipe, or a definition (as JSON, or as YAML text). Give exactly one of the three."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"recipe": "pinned-against-unpinned", "form": "quick"}]},
    )

    recipe: str | None = None
    form: Literal["quick", "full"] = "quick"
    definition: DefinitionData | None = Field(
        default=None, description="also in the looser forms of YAML, such as 60s or 1%"
    )
    yaml: str | None = Field(None, max_length=8_000_000)
    testbed_id: str | None = Field(None, description="default: the definition's own, else the only one")
    set: dict[str, str] = Field(
        default_factory=dict, max_length=500, description="overrides, e.g. {'trials': '3'}"
    )
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
    workload: ShownWorkload
    is_baseline: bool
    is_control: bool
    against: str | None = Field(
        description="variant that it is compared with; null for a baseline, and for context"
    )
    conf: str = Field(description="nginx.conf under test, rendered with stand-in addresses")
    parent_conf: str | None
    baseline_conf: str
    load_argv: list[str]


class CannotDiagnose(BaseModel):
    """A host that cannot run a diagnostic, and what to do about it. The experiment runs all the same."""

    host: str
    reason: str


class PlannedDiagnosticsOut(BaseModel, from_attributes=True):
    """Extra trials after the measured ones that say why."""

    what: Literal["probe", "profile", "system_calls"]
    diagnostics: int
    max_more: int = Field(default=0, description="more of them at most, until each run has enough samples")
    seconds: float = Field(description="wall time of all of them, added ones too; part of the plan's")
    cannot: list[CannotDiagnose] = Field(default_factory=list)


class MatchingTestbed(BaseModel):
    """A testbed that an experiment for any one with labels may take."""

    id: str
    name: str
    now: str = Field(examples=["free", "busy with “first”", "load-1 is offline"])


class PlanOut(BaseModel):
    """Plan of a launch. With errors nothing can be launched."""

    errors: list[ProblemItem]
    definition: DefinitionData | None = Field(
        default=None, description="normalised; None when it cannot be read"
    )
    yaml: str | None = None
    runs: list[PlannedRunOut] = Field(default_factory=list)
    rounds: int = 0
    trials: int = 0
    seconds: float = 0
    load_seconds: float = 0
    smallest_effect: float | None = Field(
        None, description="smallest change that this plan can show, 0.03 = 3%"
    )
    fewest: Fewest | None = Field(
        default=None,
        description="where rounds may end early; rounds, trials, seconds are then those of the maximum",
    )
    noise: NoiseOut | None = Field(
        default=None, description="None until an experiment was measured on this testbed"
    )
    noise_sentence: str = Field(
        default="", description="what is known of this testbed's noise, and from what"
    )
    goal: Goal | None = Field(
        default=None, description="None while noise is not known, or where nothing is compared"
    )
    stages: list[PlannedStage] = Field(default_factory=list, description="of halving; else empty")
    halved: Halved | None = Field(
        default=None, description="what halving would find instead, where many candidates share the trials"
    )
    seed: int = 0
    order: list[list[int]] = Field(
        default_factory=list,
        description="run positions, a list a round; of halving the first stage, for who follows is not known",
    )
    repeats: str | None = Field(
        default=None, description="why a long round measures its baseline several times"
    )
    servers: str | None = Field(
        default=None, description="how often servers are started anew, what that takes, what one start hides"
    )
    ceiling: str | None = Field(
        default=None, description="how the baseline's ceiling is found first, of which rates are shares"
    )
    changes: list[HostChange] = Field(default_factory=list)
    diagnostics: list[PlannedDiagnosticsOut] = Field(
        default_factory=list, description="what is looked at, beside results"
    )
    testbed: ExperimentRef | None = Field(default=None, description="that the plan is made for")
    matching: list[MatchingTestbed] = Field(
        default_factory=list, description="with the labels that it asks for; else empty"
    )
    queue_behind: list[ExperimentRef] = Field(default_factory=list)
    advice: list[AdviceOut] = Field(default_factory=list, description="in the order of the definition")


class RefusalOut(ProblemItem, frozen=True):
    """Complaint of nginx about one text, and the line of it that it names."""

    text: str = Field("", description="that line of the nginx.conf; empty where none was named")


class CheckOut(BaseModel):
    """Result of the host's own `nginx -t` for a plan's texts."""

    id: str
    state: Literal["running", "passed", "failed"]
    host: str
    checked: int = Field(description="distinct nginx.conf texts")
    problems: list[RefusalOut] = Field(
        description="place `runs[3]`: the run at that position of the plan; empty: nothing could be checked"
    )


class RetestIn(BaseModel, extra="forbid", json_schema_extra={"examples": [{}, {"trials": 24}]}):
    """Launch a re-test. By default of the best by req/s, with as many rounds as its spread asks for."""

    metric: str = Field(default="requests_per_s", max_length=80, description="the best by which metric")
    workload: str | None = Field(default=None, max_length=120, description="only the best under this one")
    trials: int | dict[str, Any] | None = Field(default=None, description="of each run, or {min, max, until}")
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    testbed_id: str | None = Field(default=None, max_length=32, description="default: the same one")


class RetestRef(ExperimentRef):
    state: ExperimentState


class RetestOffer(BaseModel):
    """Offer of a re-test; without a definition where none makes sense, and `why_not` says why."""

    why_not: str | None
    metric: str
    first: DeltaRow | None = Field(description="the best and its first figure")
    candidates: int = Field(description="variants that it is the best of")
    sentence: str | None
    rounds: int
    seconds: float
    definition: DefinitionData | None = Field(description="to be launched, or changed first")
    source: ExperimentRef
    testbed_id: str | None
    retests: list[RetestRef] = Field(description="that there are already, newest first")


class RetestResult(BaseModel):
    """The first figure beside that of the re-test."""

    source: ExperimentRef
    metric: str
    first: DeltaRow | None
    again: DeltaRow | None
    sentence: str = Field(examples=["+26.7% at first, +21.0% [+18.1%, +24.0%] in the re-test: it holds, …"])


class HostSince(BaseModel):
    """Host that has a role now, and the one that had it then."""

    role: Role
    then: str | None = Field(description="name of the host at launch; None: none had this role")
    now: str | None = Field(description="None: nobody has it in this testbed")
    online: bool
    condition: HostCondition | None
    last_seen: datetime | None = Field(description="what is said of its facts is as of then")


class ReproduceOut(BaseModel):
    """Changes since the experiment, the plan of the same definition now, and the body that launches it."""

    experiment: ExperimentRef
    measured_at: datetime
    testbed: ExperimentRef
    same_testbed: bool
    seed: int = Field(description="of the experiment: with it, trials come in the same order")
    hosts: list[HostSince]
    facts_changed: list[FactChange] = Field(description="of each host, since the launch")
    errors: list[ProblemItem] = Field(description="why it cannot be launched now")
    runs: int
    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    queue_behind: list[ExperimentRef]
    launch: ExperimentIn = Field(description="to be sent to POST /api/v1/experiments as it is")
