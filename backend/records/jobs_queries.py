"""SQL of jobs."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import all_, and_, func, or_, select, update
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
    """Open jobs past their timeout, counted from the latest moment at which they may begin; locked."""
    since = func.coalesce(JobRow.sent_at, JobRow.created_at)
    allowed = func.make_interval(0, 0, 0, 0, 0, 0, JobRow.timeout_s + start_within_s)
    query = select(JobRow).where(JobRow.state.in_(OPEN_JOBS), since + allowed < now)
    return session.scalars(query.order_by(JobRow.id).with_for_update()).all()


def unheard(session: Session, before: datetime, max_sends: int) -> Sequence[JobRow]:
    """Jobs on online hosts that have not left since then, or that their host has not heard of; locked."""
    never_left = and_(JobRow.state == JobState.PENDING, JobRow.created_at < before)
    never_came = and_(
        JobRow.state == JobState.SENT, JobRow.sent_at < before, JobRow.id != all_(Host.active_jobs)
    )
    query = (
        select(JobRow)
        .join(Host, Host.id == JobRow.host_id)
        .where(or_(never_left, never_came), Host.online, JobRow.sends < max_sends)
        .order_by(JobRow.id)
        .with_for_update(of=JobRow)
    )
    return session.scalars(query).all()


def take_back(session: Session, job_ids: Collection[str]) -> None:
    """These never reached the broker: they wait again, and this did not count as sent."""
    session.execute(
        update(JobRow)
        .where(JobRow.id.in_(job_ids), JobRow.state == JobState.SENT)
        .values(state=JobState.PENDING, sends=JobRow.sends - 1)
    )
