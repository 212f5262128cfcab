"""The rows of one experiment, as the effects of `step` find and change them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.reports import Failure
from agents.contract.states import JobState, RunState, TrialState
from agents.contract.workload import Workload
from backend.execution.orchestration.equal_work import unequal_runs
from backend.ids import new_id
from backend.planning.rounds import PlannedTrial
from backend.records.experiments import USES_HOST, Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.runs import FINAL_TRIALS, AnyTrial, Diagnostic, Run, Trial
from backend.records.testbeds import TestbedRole, place_of

_TESTBED = (
    select(TestbedRole, Host, Lease)
    .join(Host, Host.id == TestbedRole.host_id)
    .outerjoin(Lease, Lease.host_id == Host.id)
    .join(Experiment, USES_HOST)
    .where(Experiment.id == bindparam("experiment_id"))
    .order_by(TestbedRole.role, TestbedRole.position)
    .execution_options(populate_existing=True)  # the session may hold them as they were a step ago
)
Testbed = Sequence[Row[TestbedRole, Host, Lease]]
"""Each role with its host and the lease of it, if any."""
_JOBS_OF_TRIAL = select(JobRow).where(JobRow.trial_id == bindparam("trial_id"))


@dataclass(frozen=True, eq=False)
class ExperimentRows:
    """Hosts, leases, runs, trials and jobs of an experiment in one step of its driver, or one request."""

    session: Session
    experiment: Experiment
    failed_ids: set[str] = field(default_factory=set)  # of runs that have just failed

    # ---- hosts ----

    @cached_property
    def testbed(self) -> Testbed:
        """Each role, its host, and its lease where somebody holds it, also another experiment.

        Read once, so that a view and the effects that follow from it see the same.
        """
        return self.session.execute(_TESTBED, {"experiment_id": self.experiment.id}).all()

    @cached_property
    def assignment(self) -> dict[Role, str]:
        """Role → host id; of several load hosts the first."""
        return {r.role: r.host_id for r, _, _ in self.testbed if r.position == 0}  # pyright: ignore[reportReturnType]

    @cached_property
    def places(self) -> dict[str, str]:
        """Place → host id, of every host that the experiment uses: see place_of."""
        return {place_of(r.role, r.position): r.host_id for r, _, _ in self.testbed}

    def roles_of(self, host_id: str) -> list[Role]:
        return list(dict.fromkeys(r.role for r, _, _ in self.testbed if r.host_id == host_id))  # pyright: ignore[reportReturnType]

    def hosts(self) -> list[Host]:
        hosts_by_id = {host.id: host for _, host, _ in self.testbed}
        return [hosts_by_id[id] for id in sorted(hosts_by_id)]

    def host(self, host_id: str) -> Host:
        return self.session.get_one(Host, host_id)

    def load_hosts(self, workload: Workload) -> list[Host]:
        """The hosts that load a server together."""
        ids = [r.host_id for r, _, _ in self.testbed if r.role == "load"]
        return [self.host(host_id) for host_id in ids[: workload.host_count(len(ids))]]

    def start_anew(self) -> None:
        """Everything is prepared again, and what went wrong with servers before is over."""
        self.experiment.generation += 1
        self.experiment.start_generation = self.experiment.generation

    def hosts_read_back(self) -> dict[str, Host]:
        """Place → host, of those whose facts were read after they had been restored."""
        read = select(JobRow.host_id).where(
            JobRow.experiment_id == self.experiment.id,
            JobRow.purpose == JobPurpose.FACTS,
            JobRow.state == JobState.DONE,
        )
        hosts_by_id = {h.id: h for h in self.session.scalars(select(Host).where(Host.id.in_(read)))}
        return {place: hosts_by_id[id] for place, id in self.places.items() if id in hosts_by_id}

    def leases(self) -> Sequence[Lease]:
        leases_by_host = {lease.host_id: lease for _, _, lease in self.testbed if lease}
        return [x for x in leases_by_host.values() if x.experiment_id == self.experiment.id]

    def lease(self, host_id: str) -> Lease:
        return self.session.get_one(Lease, host_id)

    def release_hosts(self) -> None:
        self.session.execute(delete(Lease).where(Lease.experiment_id == self.experiment.id))

    # ---- runs, trials, jobs ----

    def runs(self) -> list[Run]:
        query = select(Run).where(Run.experiment_id == self.experiment.id).order_by(Run.position)
        return list(self.session.scalars(query))

    def add_trials(self, planned_trials: Iterable[PlannedTrial], run_ids: Mapping[int, str]) -> None:
        """Queue trials behind those that there are. `run_ids`: by the positions of their runs."""
        _, last_position = self.last_round_and_position()
        self.session.add_all(
            Trial(
                id=new_id(),
                experiment_id=self.experiment.id,
                run_id=run_ids[trial.run],
                round=trial.round + 1,
                position=last_position + trial.position + 1,
                repeat=trial.repeat,
            )
            for trial in planned_trials
        )

    def last_round_and_position(self) -> tuple[int, int]:
        """Return the last round and position of all trials, diagnostics too; 0 where there are none."""
        query = select(func.max(AnyTrial.round), func.max(AnyTrial.position))
        row = self.session.execute(query.where(AnyTrial.experiment_id == self.experiment.id)).one()
        return row[0] or 0, row[1] or 0

    def next_rounds(self) -> dict[str, int]:
        """Run id → the round of its next trial; without those that have none left."""
        query = select(AnyTrial.run_id, func.min(AnyTrial.round)).where(*self._open())
        return {row[0]: row[1] for row in self.session.execute(query.group_by(AnyTrial.run_id))}

    def run(self, run_id: str) -> Run:
        return self.session.get_one(Run, run_id)

    def trial(self, trial_id: str) -> Trial | Diagnostic:
        return self.session.get_one(AnyTrial, trial_id)  # pyright: ignore[reportReturnType]

    def cancel_open_trials(self, failure: Failure) -> None:
        values = {"state": TrialState.CANCELLED, "failure": failure.model_dump()}
        self.session.execute(update(AnyTrial).where(*self._open()).values(values))

    def fail(self, run: Run, failure: Failure) -> None:
        """The run cannot be measured; or, once it was, not be looked at any more."""
        if self.experiment.diagnosing_since is None:
            run.state, run.failure = RunState.FAILED, failure.model_dump()
            self.failed_ids.add(run.id)
            return
        queued_diagnostics = (Diagnostic.run_id == run.id, Diagnostic.state == TrialState.QUEUED)
        values = {"state": TrialState.FAILED, "failure": failure.model_dump()}
        self.session.execute(update(Diagnostic).where(*queued_diagnostics).values(values))

    def fail_unequal(self) -> None:
        """Stop runs that do not do the work of the others."""
        for run, failure in unequal_runs(self.runs(), self.experiment.facts):
            self.fail(run, failure)

    def _open(self) -> tuple[ColumnElement[bool], ...]:
        return AnyTrial.experiment_id == self.experiment.id, AnyTrial.state.not_in(FINAL_TRIALS)

    def delete_queued_after(self, round: int, run_ids: Collection[str] | None = None) -> None:
        """Drop the trials of later rounds that have not begun, of all runs or of some."""
        beyond = [Trial.round > round, Trial.state == TrialState.QUEUED]
        if run_ids is not None:
            beyond.append(Trial.run_id.in_(run_ids))
        self.session.execute(delete(Trial).where(Trial.experiment_id == self.experiment.id, *beyond))

    def job(self, job_id: str) -> JobRow:
        return self.session.get_one(JobRow, job_id)

    def jobs_of(self, trial: AnyTrial) -> Sequence[JobRow]:
        return self.session.scalars(_JOBS_OF_TRIAL, {"trial_id": trial.id}).all()
