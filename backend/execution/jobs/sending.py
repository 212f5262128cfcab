"""Jobs on their way to their hosts."""

import logging
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from kombu.entity import Queue
from sqlalchemy.orm import Session

from agents.contract.jobs import TASK_NAME, Envelope, Job, Work, queue_of
from agents.contract.states import JobState
from backend.database import after_commit, transaction
from backend.execution.jobs.signing import sign_job
from backend.ids import new_id
from backend.records import jobs_queries
from backend.records.experiments import Experiment, JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.task_queue import BROKER_ERRORS, get_celery

START_WITHIN_S = 60.0  # a job that has not begun by then does not begin at all
SHORT_JOB_S = 10.0  # finish, cancel: answered at once
MAX_SENDS = 3
log = logging.getLogger(__name__)


class Message(NamedTuple):
    """A signed job on its way, and where to."""

    id: str
    host_id: str
    envelope: Envelope


def send(
    session: Session,
    host: Host,
    work: Work,
    purpose: JobPurpose,
    timeout_s: float,
    *,
    experiment: Experiment | None = None,
    run_id: str | None = None,
    trial_id: str | None = None,
    covers: Sequence[str] = (),
) -> JobRow:
    """Write a job, and hand it to its host's queue after the commit. `covers`: ids of jobs that it ends."""
    row = JobRow(
        id=new_id(),
        experiment_id=experiment.id if experiment else None,
        host_id=host.id,
        run_id=run_id,
        trial_id=trial_id,
        generation=experiment.generation if experiment else 0,
        kind=work.kind,
        purpose=purpose,
        covers=list(covers),
        work=work.model_dump(mode="json"),
        timeout_s=timeout_s,
        sends=0,
        created_at=datetime.now(UTC),
    )
    session.add(row)
    _send_after_commit(session, row)
    return row


def send_again(session: Session, after_s: float) -> None:
    """Jobs that never reached the broker, or that their host does not know of some seconds later.

    An agent does a job once, by its id, however often it arrives: it answers with the report that it has.
    """
    before = datetime.now(UTC) - timedelta(seconds=after_s)
    for row in jobs_queries.unheard(session, before, MAX_SENDS):
        _send_after_commit(session, row)


def _send_after_commit(session: Session, row: JobRow) -> None:
    """It counts as sent before it is: an agent may report before a later write would be on disk."""
    now = time.time()
    job = Job(
        id=row.id,
        host_id=row.host_id,
        experiment_id=row.experiment_id,
        issued_at=now,
        expires_at=now + START_WITHIN_S,
        nonce=secrets.token_hex(16),
        work=row.work,  # pyright: ignore[reportArgumentType]
    )
    row.state, row.sent_at, row.sends = JobState.SENT, datetime.now(UTC), row.sends + 1
    waiting = session.info.setdefault("jobs", [])
    if not waiting:
        after_commit(session, partial(_hand_over, waiting))
    waiting.append(Message(row.id, row.host_id, sign_job(session, job)))


def _hand_over(messages: list[Message]) -> None:
    for number, message in enumerate(messages):
        try:
            send_job(message)
            log.info("sent to its host", extra={"job_id": message.id, "host_id": message.host_id})
        except BROKER_ERRORS as error:
            log.warning("the broker takes nothing, jobs wait for the sweep: %s", error)
            with transaction() as session:
                jobs_queries.take_back(session, [m.id for m in messages[number:]])
            return


def send_job(message: Message) -> None:
    """Hand one signed job to its host's queue."""
    name = queue_of(message.host_id)
    # named whole: the worker's own application knows the control queue only, and must not read this one
    queue = Queue(name, no_declare=True)
    get_celery().send_task(TASK_NAME, [message.envelope.model_dump()], queue=queue, retry=False)
