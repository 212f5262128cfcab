"""SQL of jobs."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from agents.contract.states import JobState
from backend.records.experiments import OPEN_JOBS, JobRow
from backend.records.hosts import Host


def job(session: Session, job_id: str, lock: bool = False) -> JobRow | None:
    return session.get(JobRow, job_id, with_for_update=lock or None)


def on_host(session: Session, host_id: str, states: Collection[str]) -> Sequence[JobRow]:
    """A host's jobs in these states, locked."""
    query = select(JobRow).where(JobRow.host_id == host_id, JobRow.state.in_(states))
    return session.scalars(query.order_by(JobRow.id).with_for_update()).all()


def overdue(session: Session, now: datetime, start_within_s: float) -> Sequence[JobRow]:
    """Open jobs past their timeout, counted from the latest moment at which they may begin; locked.

    One that is held is left out: its report is being written.
    """
    since = func.coalesce(JobRow.sent_at, JobRow.created_at)
    allowed = func.make_interval(0, 0, 0, 0, 0, 0, JobRow.timeout_s + start_within_s)
    query = select(JobRow).where(JobRow.state.in_(OPEN_JOBS), since + allowed < now)
    return session.scalars(query.order_by(JobRow.id).with_for_update(skip_locked=True)).all()


def open_on_online_hosts(session: Session, max_sends: int) -> Sequence[tuple[JobRow, Host]]:
    """Open jobs that may be sent once more, with their hosts; the jobs are locked."""
    query = (
        select(JobRow, Host)
        .join(Host, Host.id == JobRow.host_id)
        .where(JobRow.state.in_(OPEN_JOBS), Host.online, JobRow.sends < max_sends)
        .order_by(JobRow.id)
        .with_for_update(of=JobRow, skip_locked=True)
    )
    return [(row[0], row[1]) for row in session.execute(query)]


def take_back(session: Session, job_ids: Collection[str]) -> None:
    """These never reached the broker: they wait again, and this did not count as sent."""
    session.execute(
        update(JobRow)
        .where(JobRow.id.in_(job_ids), JobRow.state == JobState.SENT)
        .values(state=JobState.PENDING, sends=JobRow.sends - 1)
    )
