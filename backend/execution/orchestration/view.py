"""One experiment as the rows say it stands: what `step` looks at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.catalog.roles import Role
from agents.contract.jobs import Setting
from agents.contract.reports import Failure
from agents.contract.space import NO_SPACE
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.records.job_purpose import JobPurpose

PREPARING = (
    JobPurpose.PREPARE_BACKEND,
    JobPurpose.PREPARE_PROXY,
    JobPurpose.APPLY,
    JobPurpose.CEILING,
    JobPurpose.WARM,
)
# What a host works on; the other jobs end such work, or come after it.
WORKING = (
    *PREPARING,
    JobPurpose.COOL,
    JobPurpose.WARM_TRIAL,
    JobPurpose.MEASURE,
    JobPurpose.WATCH,
)


@dataclass(frozen=True, slots=True)
class HostView:
    id: str
    name: str
    roles: frozenset[Role]
    online: bool = True
    clean: bool = True
    unavailable: str = ""  # why its agent cannot work for this dashboard
    is_removed: bool = False
    free: bool = (
        True  # not drained, nobody holds it, here or elsewhere, and no experiment before it waits for it
    )
    is_held: bool = False  # by this experiment
    same_agent: bool = True  # still the agent that this experiment prepared
    offline_for_s: float = 0.0
    settings: frozenset[Setting] | None = frozenset()  # that it has now; None: not known
    is_crowded: bool = False  # closed connections leave too little room: cool down first


@dataclass(frozen=True, slots=True)
class JobView:
    id: str
    purpose: JobPurpose
    host_id: str
    state: JobState
    run_id: str | None = None
    trial_id: str | None = None
    generation: int = 0
    covers: frozenset[str] = frozenset()  # finish and cancel: the jobs that they end
    age_s: float = 0.0
    failure: Failure | None = None
    is_ready: bool = False  # its load tool waits for the moment to begin

    @property
    def is_to_be_repeated(self) -> bool:
        """Contact was lost, or its host had no room for it: neither says anything of what was asked."""
        full = self.failure is not None and self.failure.code == NO_SPACE
        return self.state is JobState.LOST or (self.state is JobState.FAILED and full)


@dataclass(frozen=True, slots=True)
class RunView:
    id: str
    position: int
    roles: frozenset[Role]  # that its topology uses, without load
    state: RunState = RunState.WAITING
    prepared: frozenset[Role] = frozenset()  # in this generation
    is_warmed_up: bool = False  # in this generation
    was_warmed: bool = False  # in any
    start: int = 1  # of its servers: what is prepared, or asked for
    settings: Mapping[Role, frozenset[Setting]] = field(default_factory=dict)
    has_settled: bool = False  # its setups were started under its settings, in this generation
    is_baseline: bool = False
    needs_ceiling: bool = False  # its rate is a share of what is not measured yet
    failure: Failure | None = None
    needs_servers: bool = True


@dataclass(frozen=True, slots=True)
class TrialView:
    id: str
    run_id: str
    round: int
    position: int
    attempt: int = 1
    state: TrialState = TrialState.QUEUED


@dataclass(frozen=True, slots=True)
class View:
    """One experiment. `trials`: the next that are not final, in order. `jobs`: what matters, oldest first."""

    state: ExperimentState
    hosts: tuple[HostView, ...]
    runs: tuple[RunView, ...]
    trials: tuple[TrialView, ...]
    jobs: tuple[JobView, ...] = ()
    generation: int = 0
    cancel_requested: bool = False
    warm_prepared: bool = True
    warm_trial: bool = False
    rounds_per_start: int = 0  # of a run's servers; 0: one start for all rounds
    start_generation: int = 0  # that the present start was asked for with
    stop_on_failure: bool = False
    space_shortage: str = ""  # where there is too little space for another trial
    host_return_s: float = 60.0  # how long it keeps its hosts while one is offline
    was_measured: bool = False  # trials have begun, so what they gave is kept
    is_interrupted: bool = False  # its hosts are put back, to be taken again later
    diagnostics_due: bool = False  # all measured trials have ended, and diagnostics are to follow
    is_diagnosing: bool = False  # they follow: what fails now takes nothing from the results
    rounds_to_analyse: int = 0  # whole ones, where their number depends on what is measured
    trials_done: int = 0
    trials_failed: int = 0  # for good: no further attempt follows
    main_failure: Failure | None = None
    failure: Failure | None = None  # why the rest was given up

    def job(
        self,
        purpose: JobPurpose,
        host_id: str | None = None,
        run_id: str | None = None,
        trial_id: str | None = None,
    ) -> JobView | None:
        """The newest job for a purpose in this generation."""
        for job in reversed(self.jobs):
            if (
                job.purpose == purpose
                and job.generation == self.generation
                and host_id in (None, job.host_id)
                and run_id in (None, job.run_id)
                and trial_id in (None, job.trial_id)
            ):
                return job
        return None

    @property
    def can_pause(self) -> bool:
        """Whether there are results to keep while it waits for its hosts."""
        return self.was_measured and not self.is_diagnosing

    def is_open(self, purpose: JobPurpose) -> bool:
        job = self.job(purpose)
        return job is not None and not job.state.is_final
