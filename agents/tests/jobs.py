"""Jobs and signed messages for tests."""

import base64
import time
import uuid
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from agents.contract.jobs import Envelope, Job, Work

PRIVATE_KEY = Ed25519PrivateKey.generate()
KEY_ID = "0123456789abcdef"
JOB_KEYS = {KEY_ID: base64.b64encode(PRIVATE_KEY.public_key().public_bytes_raw()).decode()}


def job_of(
    work: Work,
    host_id: str = "host1",
    life_s: float = 60,
    now: float | None = None,
    job_id: str | None = None,
    experiment_id: str | None = None,
) -> Job:
    """`now`: the control plane's clock, epoch seconds."""
    issued_at = time.time() if now is None else now
    return Job(
        id=job_id or uuid.uuid4().hex,
        host_id=host_id,
        experiment_id=experiment_id,
        issued_at=issued_at,
        expires_at=issued_at + life_s,
        nonce=uuid.uuid4().hex,
        work=work,
    )


def message_of(job: Job | str, key: Ed25519PrivateKey = PRIVATE_KEY) -> dict[str, Any]:
    """A job, or any text in its place, as it comes through the queue."""
    body = job if isinstance(job, str) else job.model_dump_json()
    signature = base64.b64encode(key.sign(body.encode())).decode()
    return Envelope(key=KEY_ID, body=body, signature=signature).model_dump()
