"""SQL of testbeds."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agents.contract.states import ROLES, ExperimentState, Role
from backend.records.experiments import UNFINISHED, Experiment, Lease
from backend.records.hosts import Host
from backend.records.testbeds import Testbed

CREATION_LOCK = 7302  # any number that nothing else locks


def testbed(session: Session, testbed_id: str) -> Testbed | None:
    return session.get(Testbed, testbed_id)


def by_name(session: Session, name: str) -> Testbed | None:
    """The testbed in use that has this name."""
    return session.scalar(select(Testbed).where(Testbed.name == name, Testbed.retired_at.is_(None)))


def all_testbeds(session: Session, retired: bool = False) -> Sequence[Testbed]:
    """Those in use, or those that were retired; oldest first."""
    is_wanted = Testbed.retired_at.is_not(None) if retired else Testbed.retired_at.is_(None)
    return session.scalars(select(Testbed).where(is_wanted).order_by(Testbed.created_at)).all()


def unfinished(session: Session, testbed_id: str) -> Sequence[str]:
    """Names of experiments that use a testbed or wait for it, oldest first."""
    query = select(Experiment.name).where(
        Experiment.testbed_id == testbed_id, Experiment.state.in_(UNFINISHED)
    )
    return session.scalars(query.order_by(Experiment.created_at, Experiment.id)).all()


def hosts_of(session: Session, testbed: Testbed) -> dict[Role, Host]:
    """Role → host, for the roles that the testbed assigns, in the order of the roles."""
    ids = {r.role: r.host_id for r in testbed.roles}
    found = {h.id: h for h in session.scalars(select(Host).where(Host.id.in_(ids.values())))}
    return {role: found[ids[role]] for role in ROLES if role in ids}


def holder(session: Session, host_ids: Sequence[str]) -> tuple[str, str] | None:
    """(id, name) of an experiment that holds one of these hosts."""
    row = session.execute(
        select(Experiment.id, Experiment.name)
        .join(Lease, Lease.experiment_id == Experiment.id)
        .where(Lease.host_id.in_(host_ids))
    ).first()
    return None if row is None else (row.id, row.name)


def queued(session: Session, testbed_id: str) -> int:
    """How many experiments wait for a testbed."""
    query = select(func.count()).select_from(Experiment)
    query = query.where(Experiment.testbed_id == testbed_id, Experiment.state == ExperimentState.QUEUED)
    return session.scalar(query) or 0


def used_by(session: Session, testbed_id: str) -> int:
    """How many experiments were launched on a testbed."""
    query = select(func.count()).select_from(Experiment).where(Experiment.testbed_id == testbed_id)
    return session.scalar(query) or 0


def lock_creation(session: Session) -> None:
    """One transaction at a time creates the first testbed."""
    session.execute(select(func.pg_advisory_xact_lock(CREATION_LOCK)))
