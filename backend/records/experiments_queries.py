"""SQL of experiments."""

from collections.abc import Collection, Sequence

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.errors import NotFound
from backend.records.access.accounts import Account
from backend.records.experiments import IN_LINE, IN_THE_WAY, UNFINISHED, Experiment
from backend.records.testbeds import Testbed, TestbedRole


def experiment(session: Session, experiment_id: str, lock: bool = False) -> Experiment | None:
    return session.get(Experiment, experiment_id, with_for_update=lock or None)


def existing(session: Session, experiment_id: str, lock: bool = False) -> Experiment:
    """The experiment of this id; NotFound where there is none."""
    row = experiment(session, experiment_id, lock)
    if row is None:
        raise not_found(experiment_id)
    return row


def not_found(experiment_id: str) -> NotFound:
    return NotFound(f"There is no experiment {experiment_id}; it may have been deleted")


def launched_with(session: Session, launch_key: str) -> str | None:
    """The id of the experiment that this key launched; nobody else launches with it meanwhile."""
    session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"launch {launch_key}", 0))))
    return session.scalar(select(Experiment.id).where(Experiment.launch_key == launch_key))


def is_unfinished(session: Session, experiment_id: str) -> bool:
    query = select(Experiment.id).where(Experiment.id == experiment_id, Experiment.state.in_(UNFINISHED))
    return session.scalar(query) is not None


def experiments_by_id(session: Session, ids: Collection[str]) -> dict[str, Experiment]:
    return {e.id: e for e in session.scalars(select(Experiment).where(Experiment.id.in_(ids)))}


def rules_of(session: Session, ids: Collection[str]) -> dict[str, int]:
    """Experiment id → version of the rules that its verdicts follow."""
    rows = session.execute(select(Experiment.id, Experiment.rules_version).where(Experiment.id.in_(ids)))
    return {row.id: row.rules_version for row in rows}


def derived_from(session: Session, experiment_id: str, way: str) -> Sequence[Experiment]:
    """What was made from an experiment in one way, newest first."""
    query = select(Experiment).where(Experiment.derived_from == experiment_id, Experiment.derived_how == way)
    return session.scalars(query.order_by(Experiment.created_at.desc(), Experiment.id.desc())).all()


def made_from(session: Session, experiment_id: str) -> int:
    """How many experiments were made from this one."""
    query = select(func.count()).select_from(Experiment).where(Experiment.derived_from == experiment_id)
    return session.scalar(query) or 0


def owner_names(session: Session, ids: Collection[str]) -> dict[str, str]:
    """Experiment → the name of its owner, for those that have one."""
    query = select(Experiment.id, Account.name).join(Account, Account.id == Experiment.owner_id)
    return {row.id: row.name for row in session.execute(query.where(Experiment.id.in_(ids)))}


def testbed_names(session: Session, ids: Collection[str | None]) -> dict[str, str]:
    rows = session.execute(select(Testbed.id, Testbed.name).where(Testbed.id.in_(ids)))
    return {row.id: row.name for row in rows}


def ahead_of(session: Session, testbed_id: str) -> list[tuple[str, str]]:
    """(id, name) of unfinished experiments that need a host of this testbed: begun ones, then in order."""
    host_ids = select(TestbedRole.host_id).where(TestbedRole.testbed_id == testbed_id)
    sharing = select(TestbedRole.testbed_id).where(TestbedRole.host_id.in_(host_ids))
    query = (
        select(Experiment.id, Experiment.name)
        .where(IN_THE_WAY, Experiment.testbed_id.in_(sharing))
        .order_by(Experiment.state == ExperimentState.QUEUED, *IN_LINE)
    )
    return [(row.id, row.name) for row in session.execute(query)]


def finished_on(session: Session, testbed_id: str, limit: int) -> list[str]:
    """Ids of the newest finished experiments on a testbed that repeated trials at the same load."""
    query = select(Experiment.id).where(
        Experiment.testbed_id == testbed_id,
        Experiment.state == ExperimentState.FINISHED,
        Experiment.definition["kind"].as_string().is_distinct_from("ceiling"),
    )
    return list(session.scalars(query.order_by(Experiment.created_at.desc()).limit(limit)))


def finished_with_kept_starts(session: Session, testbed_id: str, limit: int) -> list[str]:
    """Ids of the newest finished experiments on a testbed that measured each of several starts repeatedly."""
    query = select(Experiment.id).where(
        Experiment.testbed_id == testbed_id,
        Experiment.state == ExperimentState.FINISHED,
        Experiment.definition["servers"]["every"].as_string().is_not(None),
    )
    return list(session.scalars(query.order_by(Experiment.created_at.desc()).limit(limit)))


def newest_calibration(session: Session, testbed_id: str) -> Experiment | None:
    """The newest experiment of equal runs on a testbed that ended as planned."""
    query = select(Experiment).where(
        Experiment.testbed_id == testbed_id,
        Experiment.is_calibration,
        Experiment.state == ExperimentState.FINISHED,
    )
    return session.scalar(query.order_by(Experiment.created_at.desc()).limit(1))


def kept_before(session: Session, version: int, limit: int) -> Sequence[str]:
    """Ids of ended experiments of which nothing is kept by this version of the code, the newest first."""
    newest = are_kept_before(version).order_by(Experiment.kept_version.desc(), Experiment.id.desc())
    return session.scalars(newest.limit(limit)).all()


def are_kept_before(version: int) -> Select[str]:
    stale = Experiment.kept_version < version
    return select(Experiment.id).where(stale, Experiment.state.not_in(UNFINISHED))


def to_keep(session: Session, experiment_id: str, version: int) -> Experiment | None:
    """One of these, locked, if it still is one and nobody else holds it."""
    query = select(Experiment).where(Experiment.id == experiment_id, Experiment.kept_version < version)
    return session.scalar(query.with_for_update(skip_locked=True))
