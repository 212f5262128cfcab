"""Jobs are signed with the key that control plane and agent agreed on at enrolment (HMAC-SHA256)."""

import hashlib
import hmac
import json

from agents.contract.jobs import Job


def signature_of(job: Job, key: str) -> str:
    body = json.dumps(
        job.model_dump(mode="json", exclude={"signature"}), sort_keys=True, separators=(",", ":")
    )
    return hmac.new(key.encode(), body.encode(), hashlib.sha256).hexdigest()


def signed(job: Job, key: str) -> Job:
    return job.model_copy(update={"signature": signature_of(job, key)})


def is_signed(job: Job, key: str) -> bool:
    return hmac.compare_digest(job.signature, signature_of(job, key))
