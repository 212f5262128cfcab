"""Whether an agent accepts a message as one of its jobs. Pure."""

import re
from collections.abc import Mapping

from pydantic import ValidationError

from agents.contract.jobs import JOB_ID, Job
from agents.contract.signing import is_signed
from agents.failure import JobFailed


def job_id_of(payload: object) -> str | None:
    """The id that a message carries, even when the rest of it is wrong: someone waits for its report."""
    job_id = payload.get("id") if isinstance(payload, Mapping) else None
    return job_id if isinstance(job_id, str) and re.fullmatch(JOB_ID, job_id) else None


def admitted(payload: object, host_id: str, key: str) -> Job:
    """The job in a message that fits the contract, is for this host, and is signed; else JobFailed."""
    try:
        job = Job.model_validate(payload)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise JobFailed("bad_job", f"The job does not fit the contract: {place}: {first['msg']}") from error
    if job.host_id != host_id:
        raise JobFailed("wrong_host", f"The job is for host {job.host_id}, this is {host_id}")
    if not is_signed(job, key):
        raise JobFailed("bad_signature", "The job is not signed with the key of this host")
    return job


def check_expiry(job: Job, now: float) -> None:
    if now > job.expires_at:
        raise JobFailed("expired", f"The job came {now - job.expires_at:.1f} s after it had expired")
