"""SQL of experiments."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.errors import NotFound
from backend.records.experiments import OPEN_JOBS, UNFINISHED, Experiment, JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.runs import Run, Trial
from backend.records.testbeds import Testbed, TestbedRole


class Counts(NamedTuple):
    runs: int
    rounds: int
    tool: str


def experiment(session: Session, experiment_id: str, lock: bool = False) -> Experiment | None:
    return session.get(Experiment, experiment_id, with_for_update=lock or None)


def existing(session: Session, experiment_id: str, lock: bool = False) -> Experiment:
    """The experiment of this id; NotFound where there is none."""
    found = experiment(session, experiment_id, lock)
    if found is None:
        raise NotFound(f"There is no experiment {experiment_id}; it may have been deleted")
    return found


def experiments_by_id(session: Session, ids: Collection[str]) -> dict[str, Experiment]:
    return {e.id: e for e in session.scalars(select(Experiment).where(Experiment.id.in_(ids)))}


def newest(
    session: Session, where: Sequence[ColumnElement[bool]], limit: int, before: Experiment | None
) -> Sequence[Experiment]:
    """Experiments that meet all conditions, newest first."""
    query = select(Experiment).where(*where).limit(limit)
    query = query.order_by(Experiment.created_at.desc(), Experiment.id.desc())
    if before is not None:
        query = query.where(
            (Experiment.created_at < before.created_at)
            | ((Experiment.created_at == before.created_at) & (Experiment.id < before.id))
        )
    return session.scalars(query).all()


def derived_from(session: Session, experiment_id: str, how: str) -> Sequence[Experiment]:
    """What was made from an experiment in one way, newest first."""
    query = select(Experiment).where(Experiment.derived_from == experiment_id, Experiment.derived_how == how)
    return session.scalars(query.order_by(Experiment.created_at.desc(), Experiment.id.desc())).all()


def made_from(session: Session, experiment_id: str) -> int:
    """How many experiments were made from this one."""
    query = select(func.count()).select_from(Experiment).where(Experiment.derived_from == experiment_id)
    return session.scalar(query) or 0


def testbed_names(session: Session, ids: Collection[str | None]) -> dict[str, str]:
    rows = session.execute(select(Testbed.id, Testbed.name).where(Testbed.id.in_(ids)))
    return {row.id: row.name for row in rows}


def counts(session: Session, ids: Collection[str]) -> dict[str, Counts]:
    """Experiment id → its number of runs and rounds, and the load tool of its first run."""
    runs = (
        select(
            Run.experiment_id.label("id"),
            func.count().label("runs"),
            func.min(Run.workload["tool"].astext).label("tool"),
        )
        .where(Run.experiment_id.in_(ids))
        .group_by(Run.experiment_id)
        .subquery()
    )
    rounds = (
        select(Trial.experiment_id.label("id"), func.max(Trial.round).label("rounds"))
        .where(Trial.experiment_id.in_(ids))
        .group_by(Trial.experiment_id)
        .subquery()
    )
    rows = session.execute(
        select(runs.c.id, runs.c.runs, rounds.c.rounds, runs.c.tool).outerjoin(
            rounds, rounds.c.id == runs.c.id
        )
    )
    return {row.id: Counts(row.runs, row.rounds or 0, row.tool or "") for row in rows}


def ahead_of(session: Session, testbed_id: str, before: Experiment | None = None) -> list[tuple[str, str]]:
    """(id, name) of unfinished experiments that need a host of this testbed, oldest first.

    `before`: only those launched before this experiment.
    """
    ours = select(TestbedRole.host_id).where(TestbedRole.testbed_id == testbed_id)
    sharing = select(TestbedRole.testbed_id).where(TestbedRole.host_id.in_(ours))
    query = (
        select(Experiment.id, Experiment.name)
        .where(Experiment.state.in_(UNFINISHED), Experiment.testbed_id.in_(sharing))
        .order_by(Experiment.created_at, Experiment.id)
    )
    if before is not None:
        query = query.where(Experiment.id != before.id, Experiment.created_at <= before.created_at)
    return [(row.id, row.name) for row in session.execute(query)]


def unfinished(session: Session) -> list[str]:
    """Ids of experiments that still have work to do."""
    return list(session.scalars(select(Experiment.id).where(Experiment.state.in_(UNFINISHED))))


def hosts_in_transition(session: Session, experiment_id: str) -> list[tuple[JobPurpose, str]]:
    """(purpose, host name) of jobs that make hosts ready for the next trial: apply, cool."""
    query = (
        select(JobRow.purpose, Host.name)
        .join(Host, Host.id == JobRow.host_id)
        .where(
            JobRow.experiment_id == experiment_id,
            JobRow.purpose.in_((JobPurpose.APPLY, JobPurpose.COOL)),
            JobRow.state.in_(OPEN_JOBS),
        )
        .order_by(Host.name)
    )
    return [(JobPurpose(row.purpose), row.name) for row in session.execute(query)]


def hosts_of(session: Session, testbed_id: str | None) -> list[tuple[str, str]]:
    """(id, name) of the hosts of a testbed."""
    ours = select(TestbedRole.host_id).where(TestbedRole.testbed_id == testbed_id)
    rows = session.execute(select(Host.id, Host.name).where(Host.id.in_(ours)).order_by(Host.name))
    return [(row.id, row.name) for row in rows]


def finished_on(session: Session, testbed_id: str, limit: int) -> list[str]:
    """Ids of the newest finished experiments on a testbed that repeated trials at the same load."""
    query = select(Experiment.id).where(
        Experiment.testbed_id == testbed_id,
        Experiment.state == ExperimentState.FINISHED,
        Experiment.definition["kind"].as_string().is_distinct_from("ceiling"),
    )
    return list(session.scalars(query.order_by(Experiment.created_at.desc()).limit(limit)))


def without_verdicts(session: Session, limit: int) -> Sequence[str]:
    """Ids of ended experiments whose verdicts are not known yet, the newest first."""
    query = select(Experiment.id).where(Experiment.verdicts.is_(None), Experiment.state.not_in(UNFINISHED))
    return session.scalars(query.order_by(Experiment.id.desc()).limit(limit)).all()


def to_judge(session: Session, experiment_id: str) -> Experiment | None:
    """The experiment, locked, if its verdicts are not known yet and nobody else holds it."""
    query = select(Experiment).where(Experiment.id == experiment_id, Experiment.verdicts.is_(None))
    return session.scalar(query.with_for_update(skip_locked=True))
