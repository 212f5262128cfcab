"""Envelopes for tests."""

import time
import uuid

from agents.contract.jobs import Job, Work


def job_of(work: Work, host_id: str = "host1", life_s: float = 60) -> Job:
    return Job(
        id=uuid.uuid4().hex, host_id=host_id, experiment_id=None, expires_at=time.time() + life_s, work=work
    )
