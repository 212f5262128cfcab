"""Jobs on their way: send, take reports, notice what got lost."""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from kombu.exceptions import OperationalError
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from agents.contract.jobs import Job, Work
from agents.contract.reports import Failure, Report
from agents.contract.signing import signed
from agents.contract.states import JobState
from backend.database import after_commit, transaction
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.ids import new_id
from backend.queue import advance_after_commit, send_job
from backend.records.experiments import UNFINISHED, Experiment, JobRow
from backend.records.hosts import Host

OPEN = (JobState.PENDING, JobState.SENT)
START_WITHIN_S = 60.0  # a job that was not begun by then is not begun at all
MAX_SENDS = 3
NOBODY_WAITS = ("finish",)  # what such a job ends reports itself
log = logging.getLogger(__name__)


def send(session: Session, jobs: Sequence[JobRow]) -> None:
    """Hand jobs to their hosts' queues after the commit. A job that was sent twice is done once (by its id).

    They count as sent before they are: an agent may report before a later write would be on disk.
    """
    if not jobs:
        return
    with session.no_autoflush:  # new jobs are written once, as sent
        hosts = session.scalars(select(Host).where(Host.id.in_({j.host_id for j in jobs})))
        keys = {h.id: h.job_key for h in hosts}
    messages = []
    for row in jobs:
        job = Job(
            id=row.id,
            host_id=row.host_id,
            experiment_id=row.experiment_id,
            expires_at=time.time() + START_WITHIN_S,
            work=row.work,  # pyright: ignore[reportArgumentType]
        )
        messages.append(signed(job, keys[row.host_id]))
        row.state, row.sent_at, row.sends = JobState.SENT, datetime.now(UTC), row.sends + 1
    after_commit(session, partial(_hand_over, messages))


def ask(session: Session, host: Host, work: Work, purpose: str, timeout_s: float) -> JobRow:
    """Send one job that belongs to no experiment."""
    job = JobRow(
        id=new_id(),
        host_id=host.id,
        kind=work.kind,
        purpose=purpose,
        covers=[],
        work=work.model_dump(mode="json"),
        timeout_s=timeout_s,
        state=JobState.PENDING,
        sends=0,
        created_at=datetime.now(UTC),
    )
    session.add(job)
    send(session, [job])
    return job


def _hand_over(messages: Sequence[Job]) -> None:
    for number, job in enumerate(messages):
        try:
            send_job(job)
        except (OperationalError, OSError) as error:
            log.warning("the broker is away, jobs wait for the sweep: %s", error)
            _take_back([j.id for j in messages[number:]])
            return


def _take_back(job_ids: Sequence[str]) -> None:
    """These never reached the broker: the sweep sends them when it is back, and that is their first time."""
    with transaction() as session:
        session.execute(
            update(JobRow)
            .where(JobRow.id.in_(job_ids), JobRow.state == JobState.SENT)
            .values(state=JobState.PENDING, sends=JobRow.sends - 1)
        )


def take_report(session: Session, host: Host, report: Report) -> bool:
    """Write the first report of a job and wake its experiment; False for a repeat."""
    job = session.get(JobRow, report.job_id, with_for_update=True)
    if job is None or job.host_id != host.id:
        raise NotFound(f"Host {host.name} has no job {report.job_id}")
    if JobState(job.state).is_final:
        return False
    kept = storable(report.model_dump(mode="json"))
    job.report, job.reported_at = kept, datetime.now(UTC)
    job.state = JobState.FAILED if report.failure else JobState.DONE
    if report.failure:
        job.failure = kept["failure"] | {"host": kept["failure"]["host"] or host.name}
    if report.condition:
        host.condition, host.leftovers = report.condition, kept["leftovers"]
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    if report.facts:
        host.facts = kept["facts"]
    if job.experiment_id and job.purpose not in NOBODY_WAITS:
        advance_after_commit(session, job.experiment_id)
    return True


def storable(value: Any) -> Any:
    """The same without what PostgreSQL has no room for in a text: NUL."""
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list) else value


def lose_jobs_of(session: Session, host: Host, states: Sequence[JobState], code: str, message: str) -> None:
    """What an agent that died or restarted was doing will not be reported any more."""
    failure = Failure(code=code, message=message, host=host.name)
    _lose(session, lambda job: failure, JobRow.host_id == host.id, JobRow.state.in_(states))


def lose_overdue(session: Session) -> None:
    """Jobs past their time are lost: the host lives, but will not say what became of them."""
    now = datetime.now(UTC)
    since = func.coalesce(JobRow.sent_at, JobRow.created_at)
    allowed = func.make_interval(0, 0, 0, 0, 0, 0, JobRow.timeout_s + START_WITHIN_S)
    _lose(session, _overdue, JobRow.state.in_(OPEN), since + allowed < now)


def _overdue(job: JobRow) -> Failure:
    return Failure(code="no_report", message=f"no report within {job.timeout_s:.0f} s")


def _lose(session: Session, why: Callable[[JobRow], Failure], *which: Any) -> None:
    for job in session.scalars(select(JobRow).where(*which).order_by(JobRow.id).with_for_update()):
        job.state, job.failure, job.reported_at = JobState.LOST, why(job).model_dump(), datetime.now(UTC)
        if job.experiment_id:
            advance_after_commit(session, job.experiment_id)
            publish_after_commit(session, {"type": "experiment", "experiment_id": job.experiment_id})


def wake_all(session: Session) -> None:
    """A host changed: every unfinished experiment looks again."""
    for experiment_id in session.scalars(select(Experiment.id).where(Experiment.state.in_(UNFINISHED))):
        advance_after_commit(session, experiment_id)


def to_send_again(session: Session, after_s: float) -> list[JobRow]:
    """Jobs that never reached the broker, or that their host does not know of some seconds later."""
    before = datetime.now(UTC) - timedelta(seconds=after_s)
    rows = session.execute(
        select(JobRow, Host.active_jobs)
        .join(Host, Host.id == JobRow.host_id)
        .where(JobRow.state.in_(OPEN), Host.online, JobRow.sends < MAX_SENDS)
        .order_by(JobRow.id)
        .with_for_update(of=JobRow)
    )
    return [
        job
        for job, active in rows
        if (job.state == JobState.PENDING and job.created_at < before)
        or (job.state == JobState.SENT and job.sent_at and job.sent_at < before and job.id not in active)
    ]
