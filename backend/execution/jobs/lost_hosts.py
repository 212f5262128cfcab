"""Jobs that will never be reported: their agent died or restarted, or their time is up."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import JobState
from backend.events import publish_after_commit
from backend.execution.jobs.sending import START_WITHIN_S
from backend.records import jobs_queries
from backend.records.experiments import OPEN_JOBS, JobRow
from backend.records.hosts import Host
from backend.task_queue import advance_after_commit


def lose_open(session: Session, host: Host, code: str, message: str) -> None:
    """Everything that a host was asked for and has not reported."""
    failure = Failure(code=code, message=message, host=host.name)
    _lose(session, jobs_queries.on_host(session, host.id, OPEN_JOBS), lambda job: failure)


def lose_sent(session: Session, host: Host, code: str, message: str) -> None:
    """Lose the jobs that a host had received; jobs that have not left yet still reach it."""
    failure = Failure(code=code, message=message, host=host.name)
    _lose(session, jobs_queries.on_host(session, host.id, (JobState.SENT,)), lambda job: failure)


def lose_overdue(session: Session) -> None:
    """Jobs past their timeout: the host is there, but will not say what became of them."""
    _lose(session, jobs_queries.overdue(session, datetime.now(UTC), START_WITHIN_S), _overdue)


def _overdue(job: JobRow) -> Failure:
    return Failure(code="no_report", message=f"no report within {job.timeout_s:.0f} s")


def _lose(session: Session, jobs: Iterable[JobRow], failure_of: Callable[[JobRow], Failure]) -> None:
    for job in jobs:
        job.state, job.failure, job.reported_at = (
            JobState.LOST,
            failure_of(job).model_dump(),
            datetime.now(UTC),
        )
        if job.experiment_id:
            advance_after_commit(session, job.experiment_id)
            publish_after_commit(session, {"type": "experiment", "experiment_id": job.experiment_id})
