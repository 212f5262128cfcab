"""The rows of one experiment, as what changes it looks them up."""

from collections.abc import Sequence
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import Role
from backend.records.experiments import Experiment, Lease
from backend.records.hosts import Host
from backend.records.runs import Run, Trial
from backend.records.testbeds import TestbedRole


class Rows:
    """Hosts, leases, runs and trials of an experiment inside one transaction."""

    def __init__(self, session: Session, experiment: Experiment) -> None:
        self.session = session
        self.experiment = experiment

    def _roles_of(self, host_id: str) -> list[Role]:
        return [role for role, host in self._assignment.items() if host == host_id]

    def _host_of(self, role: Role) -> str:
        return self._assignment[role]

    @cached_property
    def _assignment(self) -> dict[Role, str]:
        query = select(TestbedRole).where(TestbedRole.testbed_id == self.experiment.testbed_id)
        return {r.role: r.host_id for r in self.session.scalars(query)}  # pyright: ignore[reportReturnType]

    def _hosts(self) -> list[Host]:
        ids = set(self._assignment.values())
        return list(self.session.scalars(select(Host).where(Host.id.in_(ids)).order_by(Host.id)))

    def _leases(self) -> Sequence[Lease]:
        return self.session.scalars(select(Lease).where(Lease.experiment_id == self.experiment.id)).all()

    def _host(self, host_id: str) -> Host:
        return self.session.get_one(Host, host_id)

    def _runs(self) -> list[Run]:
        query = select(Run).where(Run.experiment_id == self.experiment.id).order_by(Run.position)
        return list(self.session.scalars(query))

    def _run(self, run_id: str) -> Run:
        return self.session.get_one(Run, run_id)

    def _trial(self, trial_id: str) -> Trial:
        return self.session.get_one(Trial, trial_id)
