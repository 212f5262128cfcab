"""Jobs on their way: send, take reports, notice what got lost."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from kombu.exceptions import OperationalError
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.jobs import Job
from agents.contract.reports import Failure, Report
from agents.contract.signing import signed
from agents.contract.states import JobState
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.experiments.load import UNFINISHED
from backend.experiments.models import Experiment, JobRow
from backend.hosts.models import Host
from backend.queue import advance_after_commit, send_job

OPEN = (JobState.PENDING, JobState.SENT)
START_WITHIN_S = 60.0  # a job that was not begun by then is not begun at all
MAX_SENDS = 3


def send(session: Session, jobs: Sequence[JobRow]) -> None:
    """Hand committed jobs to their hosts' queues. A job that was sent twice is done once (by its id)."""
    keys = {
        h.id: h.job_key for h in session.scalars(select(Host).where(Host.id.in_({j.host_id for j in jobs})))
    }
    for row in jobs:
        job = Job(
            id=row.id,
            host_id=row.host_id,
            experiment_id=row.experiment_id,
            expires_at=time.time() + START_WITHIN_S,
            work=row.work,  # pyright: ignore[reportArgumentType]
        )
        try:
            send_job(signed(job, keys[row.host_id]))
        except (OperationalError, OSError):
            continue  # stays pending; the sweep sends it when the broker is back
        row.state, row.sent_at, row.sends = JobState.SENT, datetime.now(UTC), row.sends + 1


def take_report(session: Session, host: Host, report: Report) -> bool:
    """Write the first report of a job and wake its experiment; False for a repeat."""
    job = session.get(JobRow, report.job_id, with_for_update=True)
    if job is None or job.host_id != host.id:
        raise NotFound(f"Host {host.name} has no job {report.job_id}")
    if JobState(job.state).is_final:
        return False
    job.report = report.model_dump(mode="json")
    job.reported_at = datetime.now(UTC)
    job.state = JobState.FAILED if report.failure else JobState.DONE
    if report.failure:
        failure = report.failure.model_copy(update={"host": report.failure.host or host.name})
        job.failure = failure.model_dump()
    if report.condition:
        host.condition = report.condition
    if report.facts:
        host.facts = report.facts.model_dump(mode="json")
    if job.experiment_id:
        advance_after_commit(session, job.experiment_id)
    return True


def lose_jobs_of(session: Session, host: Host, code: str, message: str) -> None:
    """What an agent that died or restarted was doing will not be reported any more."""
    failure = Failure(code=code, message=message, host=host.name).model_dump()
    query = select(JobRow).where(JobRow.host_id == host.id, JobRow.state == JobState.SENT)
    for job in session.scalars(query.with_for_update()):
        job.state, job.failure, job.reported_at = JobState.LOST, failure, datetime.now(UTC)
        if job.experiment_id:
            advance_after_commit(session, job.experiment_id)
            publish_after_commit(session, {"type": "experiment", "experiment_id": job.experiment_id})


def wake_all(session: Session) -> None:
    """A host changed: every unfinished experiment looks again."""
    for experiment_id in session.scalars(select(Experiment.id).where(Experiment.state.in_(UNFINISHED))):
        advance_after_commit(session, experiment_id)


def lose_overdue(session: Session) -> None:
    """Jobs past their time are lost: the host lives, but will not say what became of them."""
    now = datetime.now(UTC)
    for job in session.scalars(select(JobRow).where(JobRow.state == JobState.SENT)):
        since = job.sent_at or job.created_at
        if now - since > timedelta(seconds=job.timeout_s + START_WITHIN_S):
            text = f"no report within {job.timeout_s:.0f} s"
            job.state, job.failure = JobState.LOST, Failure(code="no_report", message=text).model_dump()


def to_send_again(session: Session, after_s: float) -> list[JobRow]:
    """Jobs that never reached the broker, or that their host does not know of some seconds later."""
    before = datetime.now(UTC) - timedelta(seconds=after_s)
    rows = session.execute(
        select(JobRow, Host.active_jobs)
        .join(Host, Host.id == JobRow.host_id)
        .where(JobRow.state.in_(OPEN), Host.online, JobRow.sends < MAX_SENDS)
    )
    return [
        job
        for job, active in rows
        if (job.state == JobState.PENDING and job.created_at < before)
        or (job.state == JobState.SENT and job.sent_at and job.sent_at < before and job.id not in active)
    ]
