"""Effects that `step` asks for; `advance.apply` carries them out."""

from dataclasses import dataclass

from agents.catalog.roles import Role
from agents.contract.reports import Failure
from agents.contract.states import ExperimentState


@dataclass(frozen=True, slots=True)
class LeaseHosts:
    """Hold every host of the testbed and start."""


@dataclass(frozen=True, slots=True)
class TakeHostsAgain:
    """Hold every host and go on with the trials that are left; or end, where facts of hosts have changed."""


@dataclass(frozen=True, slots=True)
class HandBack:
    """Put a host back as it was: this experiment cannot have all its hosts now."""

    host_id: str


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A host is away for too long: what was measured is kept, the rest follows once all hosts are back."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class BackInLine:
    """Hold no host any more and wait for them again; `host_ids`: those that another dashboard holds."""

    host_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewGeneration:
    """An agent was restarted, or a server ended: what was prepared is gone; prepare again."""


@dataclass(frozen=True, slots=True)
class FreshServers:
    """The next trial is to measure a new start of its run's servers: prepare what its round needs."""


@dataclass(frozen=True, slots=True)
class Prepare:
    role: Role
    host_id: str


@dataclass(frozen=True, slots=True)
class TakePrepared:
    """Write what a prepare job reported to the runs; those that could not be prepared fail."""

    role: Role
    job_id: str


@dataclass(frozen=True, slots=True)
class Apply:
    """Change a host to what a run asks of it; what an earlier run asked for is put back."""

    run_id: str
    host_id: str
    trial_id: str | None  # that waits for it; None while runs are prepared


@dataclass(frozen=True, slots=True)
class TakeApplied:
    """Write what an apply job reported; the run that asked for it fails where it could not be done."""

    host_id: str
    job_id: str


@dataclass(frozen=True, slots=True)
class Cool:
    """Wait until closed connections are gone before a trial."""

    host_id: str
    trial_id: str


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """Read the host's facts after everything was put back."""

    host_id: str


@dataclass(frozen=True, slots=True)
class MeasureCeiling:
    """Send a run of the baseline its load as fast as it answers."""

    run_id: str


@dataclass(frozen=True, slots=True)
class TakeCeiling:
    """Give every run its rate, from what these jobs measured."""

    run_id: str
    job_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Warm:
    run_id: str


@dataclass(frozen=True, slots=True)
class Warmed:
    run_id: str
    job_id: str | None


@dataclass(frozen=True, slots=True)
class FailRun:
    """While diagnostics are made only the run's remaining diagnostics end: it was measured."""

    run_id: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class WarmTrial:
    trial_id: str


@dataclass(frozen=True, slots=True)
class Requeue:
    """A host was restarted while a trial was warmed: it begins again."""

    trial_id: str


@dataclass(frozen=True, slots=True)
class Measure:
    """Start the load tools, and the watch on every other host of the trial."""

    trial_id: str


@dataclass(frozen=True, slots=True)
class Fire:
    """All load hosts of a trial are ready: tell them when to begin."""

    trial_id: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Tell a watch that its trial is over."""

    job_id: str
    host_id: str


@dataclass(frozen=True, slots=True)
class Judge:
    """All reports of a trial are in: valid, invalid (and repeated) or failed."""

    trial_id: str


@dataclass(frozen=True, slots=True)
class FailTrial:
    trial_id: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class AnalyseRounds:
    """Look at the results after so many whole rounds: end here if every interval is narrow enough, or
    nothing more can come; of halving, begin the next stage with the better half."""

    rounds: int


@dataclass(frozen=True, slots=True)
class BeginDiagnostics:
    """All measured trials have ended: write the diagnostics that say why, as further trials."""


@dataclass(frozen=True, slots=True)
class Cancel:
    host_id: str
    job_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GiveUpJob:
    job_id: str
    failure: Failure


@dataclass(frozen=True, slots=True)
class DropRest:
    """No further trial: those not final yet end as cancelled, with why. A failure is the experiment's, unless
    only diagnostics were left."""

    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class StartCancelling:
    pass


@dataclass(frozen=True, slots=True)
class Restore:
    host_id: str


@dataclass(frozen=True, slots=True)
class MarkNeedsRestore:
    host_id: str


@dataclass(frozen=True, slots=True)
class End:
    state: ExperimentState
    failure: Failure | None = None


Effect = (
    LeaseHosts | TakeHostsAgain | HandBack | Interrupt | BackInLine | NewGeneration | FreshServers
    | Prepare | TakePrepared | Apply | TakeApplied | Cool | MeasureCeiling | TakeCeiling | Warm | Warmed
    | FailRun | WarmTrial | Requeue
    | Measure | Fire | Finish | ReadFacts | Judge | FailTrial | AnalyseRounds | BeginDiagnostics | Cancel
    | GiveUpJob | DropRest | StartCancelling | Restore | MarkNeedsRestore | End
)  # fmt: skip

SENDING = (
    HandBack, Prepare, Apply, Cool, MeasureCeiling, Warm, WarmTrial, Measure, Fire, Finish, Cancel, Restore,
    ReadFacts,
)  # fmt: skip
"""Effects that only send jobs: after these there is nothing to do until a report comes, or time passes."""
UNSEEN = (Fire, Finish)
"""Effects that change nothing that anybody sees: a word to agents in the middle of a trial."""
