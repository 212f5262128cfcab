"""Whether an agent accepts a message as one of its jobs. Pure."""

import base64
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import BaseModel, Field, ValidationError

from agents.contract.jobs import JOB_ID, NONCE, Envelope, Job
from agents.failure import JobFailed


class NotOurs(Exception):
    """The control plane did not send this message to this host: nobody waits for an answer."""


class Address(BaseModel):
    """Fields that a signed text must have before anything else of it counts."""

    id: str = Field(pattern=JOB_ID)
    host_id: str
    nonce: str = Field(pattern=NONCE)


class Opened(BaseModel):
    """A message that is proved to be from the control plane and for this host."""

    address: Address
    job: dict[str, Any]


def open_envelope(payload: object, host_id: str, keys: Mapping[str, str]) -> Opened:
    """Open a message after checking its signature and its host; NotOurs says what is wrong.

    `keys`: key id → public key, base64 of its 32 bytes.
    """
    try:
        envelope = Envelope.model_validate(payload)
        body = envelope.body.encode()
    except ValueError as error:
        raise NotOurs("it is not a signed message") from error
    if envelope.key not in keys:
        raise NotOurs(f"its key {envelope.key} is not one of this dashboard")
    try:
        _key(keys[envelope.key]).verify(base64.b64decode(envelope.signature), body)
    except InvalidSignature as error:
        raise NotOurs("its signature does not fit its text") from error
    try:
        body_fields = json.loads(body)
        address = Address.model_validate(body_fields)
    except (ValueError, RecursionError) as error:
        raise NotOurs("its text is not a job") from error
    if address.host_id != host_id:
        raise NotOurs(f"it is for host {address.host_id}, this is {host_id}")
    return Opened(address=address, job=body_fields)


def job_of(message: Opened) -> Job:
    """The job in a message; JobFailed where it does not fit the contract of this version of the agent."""
    try:
        return Job.model_validate(message.job)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise JobFailed("bad_job", f"The job does not fit the contract: {place}: {first['msg']}") from error


def check_expiry(job: Job, now: float) -> None:
    if now > job.expires_at:
        raise JobFailed("expired", f"The job came {now - job.expires_at:.1f} s after it had expired")


@lru_cache(maxsize=16)
def _key(raw: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(base64.b64decode(raw))
