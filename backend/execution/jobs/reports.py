"""Reports of agents about their jobs."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from agents.contract.jobs import ApplyJob, Work
from agents.contract.reports import AGENT_RESTARTED, AGENT_STOPPED, Failure, Report
from agents.contract.space import NO_SPACE
from agents.contract.states import JobState
from backend import disk_space
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.execution.jobs import lost_changes
from backend.execution.jobs.condition import become
from backend.execution.jobs.plain_values import ReportError
from backend.execution.jobs.report_checks import JobOrder, check_report
from backend.records import jobs_queries, runs_queries
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.task_queue import advance_after_commit

_WORK: TypeAdapter[Work] = TypeAdapter(Work)
_SETUP_KEY = re.compile(r"\b\w+-\d+-(backend|proxy)-[0-9a-f]{12}\b")  # a name for programs


def lock_job(session: Session, host: Host, job_id: str) -> JobRow:
    """A host's job, which nobody else changes meanwhile."""
    job = jobs_queries.job(session, job_id, lock=True)
    if job is None or job.host_id != host.id:
        raise NotFound(f"Host {host.name} has no job {job_id}")
    return job


def take_report(session: Session, host: Host, job: JobRow, report: Report) -> bool | ReportError:
    """Write the first report of a locked job and wake its experiment; False for a repeat.

    What its job did not ask for is a ReportError: nothing of it is kept, and the job has failed.
    """
    if JobState(job.state).is_final:
        return False
    report_error = _report_error(session, host, job, report)
    if report_error:
        close(session, job, _bad_report(host, report_error))
        return report_error
    stored_report = _storable_report(host, report)
    if report.failure and report.failure.code == NO_SPACE:
        disk_space.note_host(host.id, 0)  # until its heartbeat says how much there is
    job.report = stored_report
    close(session, job, stored_report["failure"])
    if report.condition:
        own_unrestored = (
            [] if job.work.get("forget") else lost_changes.own_unrestored(host.unrestored_settings)
        )
        host.unrestored_settings = lost_changes.with_ours(
            stored_report["unrestored_settings"], own_unrestored
        )
        become(session, host, lost_changes.condition(report.condition, host.unrestored_settings))
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    if report.facts:
        host.facts = stored_report["facts"]
        host.unrestored_settings = lost_changes.without_undone(host.unrestored_settings, host.facts)
    return True


def take_ready(session: Session, host: Host, job_id: str) -> bool:
    """Note that the load tool of a job is ready, and wake its experiment; False once the job has ended."""
    job = jobs_queries.job(session, job_id, lock=True)
    if job is None or job.host_id != host.id or not job.work.get("is_fired"):
        raise NotFound(f"Host {host.name} has no job {job_id} that waits to be fired")
    if JobState(job.state).is_final:
        return False
    job.ready_at = job.ready_at or datetime.now(UTC)
    if job.experiment_id:
        advance_after_commit(session, job.experiment_id)
    return True


def _report_error(session: Session, host: Host, job: JobRow, report: Report) -> ReportError | None:
    ports = (host.ports[0], host.ports[1])
    work = _WORK.validate_python(job.work)
    listening = _listening(session, job) if isinstance(work, ApplyJob) else {}  # others move no servers
    order = JobOrder(work, host.address, ports, listening)
    try:
        check_report(report, order)
    except ReportError as report_error:
        return report_error
    return None


def _listening(session: Session, job: JobRow) -> Mapping[str, Sequence[str]]:
    """Setup → where it listens, of the run that a job is for."""
    setups = runs_queries.prepared_setups(session, job.run_id) if job.run_id else {}
    return {setup["key"]: setup["urls"] for setup in setups.values()}


def _bad_report(host: Host, report_error: ReportError) -> dict[str, Any]:
    text = f"host {host.name} reported something that its job did not ask for: {report_error}"
    return storable(Failure(code="bad_report", message=text, host=host.name).model_dump())


def _storable_report(host: Host, report: Report) -> dict[str, Any]:
    """Build the part of a report that is stored: a host speaks for itself only."""
    for part in (report, *report.setups):
        if part.failure:
            part.failure.host = host.name
    if report.failure:
        report.failure.message = _SETUP_KEY.sub(r"the \1", report.failure.message)
    return storable(report.model_dump(mode="json"))


def close(session: Session, job: JobRow, failure: dict[str, Any] | None) -> None:
    """The job has its outcome, and its experiment looks again."""
    job.reported_at, job.state = datetime.now(UTC), JobState.DONE
    if failure:
        was_cut_short = failure["code"] in (AGENT_STOPPED, AGENT_RESTARTED)
        job.state, job.failure = JobState.LOST if was_cut_short else JobState.FAILED, failure
    if job.experiment_id and not _leaves_it_waiting(session, job):
        advance_after_commit(session, job.experiment_id)


def _leaves_it_waiting(session: Session, job: JobRow) -> bool:
    """Whether its experiment waits for another report all the same: to look costs more than the report did.

    Nothing waits for a finish or a fire: what it is about sends a report of its own. A trial waits for all of
    its watches.
    """
    if job.purpose in (JobPurpose.FINISH, JobPurpose.FIRE):
        return True
    is_watched = job.purpose == JobPurpose.WATCH and job.state == JobState.DONE and job.trial_id
    return bool(is_watched) and jobs_queries.is_waited_for(session, job.trial_id or "")


def storable(value: Any) -> Any:
    """The same without NUL, which PostgreSQL cannot store in a text."""
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    return [storable(item) for item in value] if isinstance(value, list) else value
