"""SQL of jobs."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, String, all_, and_, bindparam, func, or_, select, true, update
from sqlalchemy.orm import Session

from agents.contract.reports import NGINX_DIED
from agents.contract.states import JobState, TrialState
from backend.records.experiments import OPEN_JOBS, JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.runs import Trial


def job(session: Session, job_id: str, lock: bool = False) -> JobRow | None:
    return session.get(JobRow, job_id, with_for_update=lock or None)


def on_host(session: Session, host_id: str, states: Collection[str]) -> Sequence[JobRow]:
    """A host's jobs in these states, locked."""
    query = select(JobRow).where(JobRow.host_id == host_id, JobRow.state.in_(states))
    return session.scalars(query.order_by(JobRow.id).with_for_update()).all()


def ended_since_measured(session: Session, experiment_id: str, run_id: str) -> Sequence[str]:
    """The hosts on which a server of a run ended by itself, and no trial of it counted since then."""
    of_run = (JobRow.experiment_id == experiment_id, JobRow.run_id == run_id)
    last_measured = select(func.max(JobRow.reported_at)).where(
        *of_run,
        JobRow.trial_id.in_(select(Trial.id).where(Trial.run_id == run_id, Trial.state == TrialState.DONE)),
    )
    conditions = (JobRow.state == JobState.FAILED, JobRow.failure["code"].as_string() == NGINX_DIED)
    since = func.coalesce(last_measured.scalar_subquery() < JobRow.reported_at, true())
    return session.scalars(select(JobRow.host_id).where(*of_run, *conditions, since)).all()


_LOCK_TRIAL = select(
    func.pg_advisory_xact_lock(func.hashtextextended(bindparam("trial_id", type_=String), 0))
)
_WAITED_FOR = (
    select(JobRow.id)
    .where(
        JobRow.trial_id == bindparam("trial_id"),
        JobRow.purpose.in_((JobPurpose.MEASURE, JobPurpose.WATCH)),
        JobRow.state.in_(OPEN_JOBS),
    )
    .limit(1)
)


def is_waited_for(session: Session, trial_id: str) -> bool:
    """Whether a report about a trial is still to come. One asks at a time, so that one of two is the last."""
    session.execute(_LOCK_TRIAL, {"trial_id": trial_id})
    return session.scalar(_WAITED_FOR, {"trial_id": trial_id}) is not None


def overdue(session: Session, now: datetime, start_within_s: float) -> Sequence[JobRow]:
    """The same, locked. One that is held is left out: its report is being written."""
    query = are_overdue(now, start_within_s).order_by(JobRow.id)
    return session.scalars(query.with_for_update(skip_locked=True)).all()


def are_overdue(now: datetime | ColumnElement[datetime], start_within_s: float) -> Select[JobRow]:
    """Open jobs past their timeout, counted from the latest moment at which they may begin."""
    since = func.coalesce(JobRow.sent_at, JobRow.created_at)
    allowance = func.make_interval(0, 0, 0, 0, 0, 0, JobRow.timeout_s + start_within_s)
    return select(JobRow).where(JobRow.state.in_(OPEN_JOBS), since + allowance < now)


def unheard(session: Session, before: datetime, max_sends: int) -> Sequence[JobRow]:
    """The same, locked."""
    query = are_unheard(before, max_sends).order_by(JobRow.id)
    return session.scalars(query.with_for_update(of=JobRow, skip_locked=True)).all()


def are_unheard(before: datetime | ColumnElement[datetime], max_sends: int) -> Select[JobRow]:
    """Jobs on online hosts that have not left since then, or that their host has not heard of."""
    never_left = and_(JobRow.state == JobState.PENDING, JobRow.created_at < before)
    never_came = and_(
        JobRow.state == JobState.SENT, JobRow.sent_at < before, JobRow.id != all_(Host.active_jobs)
    )
    return (
        select(JobRow)
        .join(Host, Host.id == JobRow.host_id)
        .where(or_(never_left, never_came), Host.online, JobRow.sends < max_sends)
    )


def send_all(session: Session, now: datetime) -> None:
    """As if every open job had been made, and those that left been sent, now."""
    unsent = update(JobRow).where(JobRow.state == JobState.PENDING).values(created_at=now)
    statement = update(JobRow).where(JobRow.state == JobState.SENT).values(sent_at=now)
    session.execute(unsent)
    session.execute(statement)


def take_back(session: Session, job_ids: Collection[str]) -> None:
    """These never reached the broker: they wait again, and this did not count as sent."""
    session.execute(
        update(JobRow)
        .where(JobRow.id.in_(job_ids), JobRow.state == JobState.SENT)
        .values(state=JobState.PENDING, sends=JobRow.sends - 1)
    )
