"""What agents report about their jobs."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.reports import Report
from agents.contract.states import JobState
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.queue import advance_after_commit
from backend.records import jobs_queries
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose


def take_report(session: Session, host: Host, report: Report) -> bool:
    """Write the first report of a job and wake its experiment; False for a repeat."""
    job = jobs_queries.job(session, report.job_id, lock=True)
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
    # nothing waits for a finish: the watch that it ends sends a report of its own
    if job.experiment_id and job.purpose != JobPurpose.FINISH:
        advance_after_commit(session, job.experiment_id)
    return True


def storable(value: Any) -> Any:
    """The same without NUL, which PostgreSQL cannot store in a text."""
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list) else value
