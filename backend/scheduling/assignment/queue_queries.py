"""SQL of the line of experiments."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.records.experiments import IN_LINE, UNFINISHED, USES_HOST, Experiment
from backend.records.testbeds import TestbedRole
from backend.scheduling.assignment.queue_order import Waiting

LINE_LOCK = 7305  # any number that nothing else locks


def lock(session: Session) -> None:
    """Until the end of the transaction nobody else begins an experiment or changes the order.

    Taken before the row of an experiment that is queued, never after it.
    """
    session.execute(select(func.pg_advisory_xact_lock(LINE_LOCK)))


_BEGUN_EXPERIMENT = (
    select(Experiment)
    .where(Experiment.id == bindparam("experiment_id"), Experiment.state != ExperimentState.QUEUED)
    .with_for_update()
)


def lock_begun(session: Session, experiment_id: str) -> Experiment | None:
    """The experiment of this id, locked; None where it is queued, or nowhere."""
    return session.scalar(_BEGUN_EXPERIMENT, {"experiment_id": experiment_id})


def anybody_chooses(session: Session) -> bool:
    """Whether a queued experiment is for any testbed with labels."""
    conditions = (Experiment.state == ExperimentState.QUEUED, Experiment.testbed_labels != [])
    return session.scalar(select(Experiment.id).where(*conditions).limit(1)) is not None


def choosing(session: Session) -> dict[str, Experiment]:
    """Queued experiments for any testbed with labels, locked; without those that somebody else changes."""
    conditions = (Experiment.state == ExperimentState.QUEUED, Experiment.testbed_labels != [])
    query = select(Experiment).where(*conditions).with_for_update(skip_locked=True)
    return {
        experiment.id: experiment
        for experiment in session.scalars(query.execution_options(populate_existing=True))
    }


def queue(session: Session) -> list[Waiting]:
    """Every unfinished experiment: those that have begun, then the queued ones in order."""
    hosts = func.array_agg(TestbedRole.host_id).label("hosts")
    rows = session.execute(
        select(
            Experiment.id,
            Experiment.name,
            Experiment.created_at,
            hosts,
            Experiment.state,
            Experiment.testbed_id,
            Experiment.testbed_labels,
            Experiment.stranded,
            Experiment.definition["wait_for_hosts"].as_integer().label("wait_for_hosts_s"),
        )
        .join(TestbedRole, USES_HOST)
        .where(Experiment.state.in_(UNFINISHED))
        .group_by(Experiment.id)
        .order_by(Experiment.state == ExperimentState.QUEUED, *IN_LINE)
    )
    return [
        Waiting(
            row.id,
            row.name,
            row.created_at,
            frozenset(() if row.stranded else row.hosts),
            row.state,
            row.testbed_id,
            tuple(row.testbed_labels),
            row.wait_for_hosts_s,
        )
        for row in rows
    ]


def queued_experiments(session: Session) -> Sequence[Experiment]:
    """All of them in order, locked; without those that somebody else changes right now."""
    query = select(Experiment).where(Experiment.state == ExperimentState.QUEUED).order_by(*IN_LINE)
    return session.scalars(query.with_for_update(skip_locked=True)).all()


def put_in_order(rows: Mapping[str, Experiment], order: Sequence[str]) -> None:
    """Hand the same places out in another order; two places are never the same moment."""
    places, before = sorted(rows[i].queued_at for i in order), datetime.min
    for experiment_id, place in zip(order, places, strict=True):
        earliest = before + timedelta(microseconds=1) if before is not datetime.min else place
        before = max(place, earliest)
        rows[experiment_id].queued_at = before
