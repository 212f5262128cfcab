"""Rows and agents of the model in `model.py`, as they stand. Ages are seconds."""

from dataclasses import dataclass, field, replace
from typing import Any

from agents.catalog.roles import ROLES, Role
from agents.contract.jobs import Setting
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState, JobState
from backend.execution.orchestration.view import JobView, RunView, TrialView
from backend.records.job_purpose import JobPurpose

BACKLOG = Setting(kind="sysctl", name="net.core.somaxconn", value="1024")
NOTHING: frozenset[Setting] = frozenset()


@dataclass
class Job:
    """A job as its row has it."""

    id: str
    purpose: JobPurpose
    host: str
    experiment: "Experiment | None"
    generation: int = 0
    run_id: str | None = None
    trial_id: str | None = None
    covers: frozenset[str] = frozenset()
    settings: frozenset[Setting] = NOTHING
    state: JobState = JobState.PENDING
    failure: Failure | None = None
    age: float = 0.0
    sent_age: float = 0.0
    sends: int = 0


@dataclass
class Agent:
    """What an agent and its host really are."""

    up: bool = True
    linked: bool = True
    instance: int = 1
    inbox: list[tuple[Job, float]] = field(default_factory=list)  # with the clock when it was sent
    running: dict[str, Job] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)  # to finish
    stopped: set[str] = field(default_factory=set)  # cancelled
    ended: dict[str, bool] = field(default_factory=dict)  # job → whether it went well
    spool: list[tuple[str, bool]] = field(default_factory=list)
    settings: frozenset[Setting] = NOTHING
    serves: bool = False
    stuck: bool = False  # a value that cannot be put back

    @property
    def is_clean(self) -> bool:
        return not self.settings and not self.serves

    def put_back(self) -> None:
        if not self.stuck:
            self.settings, self.serves = NOTHING, False


@dataclass
class Host:
    """The row of a host, and its lease."""

    name: str
    online: bool = True
    clean: bool = True
    instance: int = 1
    unavailable: str = ""
    removed: bool = False
    offline_for: float = 0.0
    active: frozenset[str] = frozenset()
    holder: "Experiment | None" = None
    leased_from: int = 1
    settings: frozenset[Setting] | None = NOTHING


@dataclass(eq=False)
class Experiment:
    number: int
    hosts: dict[Role, str]
    runs: dict[str, RunView]
    trials: dict[str, TrialView]
    options: dict[str, Any]
    jobs: list[Job] = field(default_factory=list)
    state: ExperimentState = ExperimentState.QUEUED
    generation: int = 0
    start_generation: int = 0
    cancel_requested: bool = False
    failure: Failure | None = None
    ended: list[str] = field(default_factory=list)
    diagnostic_rounds: int = 0
    is_diagnosing: bool = False

    def runs_seen(self) -> tuple[RunView, ...]:
        """While diagnostics are made, a run of which none is left needs no servers."""
        if not self.is_diagnosing:
            return tuple(self.runs.values())
        left = {t.run_id for t in self.trials.values() if not t.state.is_final}
        return tuple(replace(r, needs_servers=r.needs_servers and r.id in left) for r in self.runs.values())


def job_view(job: Job) -> JobView:
    return JobView(
        job.id, job.purpose, job.host, job.state, job.run_id, job.trial_id,
        job.generation, job.covers, job.age, job.failure,
    )  # fmt: skip


def new_experiment(number: int, hosts: dict[Role, str], options: dict[str, Any]) -> Experiment:
    roles: Any = frozenset(ROLES) - {"load"}
    asked: list[dict[Role, frozenset[Setting]]] = [{}, {"proxy": frozenset({BACKLOG})}]
    runs = {
        f"r{n}": RunView(f"r{n}", n, roles, is_baseline=n == 0, settings=settings)
        for n, settings in enumerate(asked)
    }
    trials = [
        TrialView(f"x{number}-{n}-{r}", r, n + 1, 2 * n + p) for n in range(2) for p, r in enumerate(runs)
    ]
    views = {name: value for name, value in options.items() if name != "diagnostic_rounds"}
    diagnostics = options.get("diagnostic_rounds", 0)
    return Experiment(number, hosts, runs, {t.id: t for t in trials}, views, diagnostic_rounds=diagnostics)
