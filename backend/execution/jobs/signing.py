"""Signing jobs: the control plane keeps the private keys, agents get the public ones.

All processes share the keys through the database. The first one is made when it is first needed; after
`rotate` another one signs, and the one before is taken until every message that it signed has expired.
"""

import base64
import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy.orm import Session

from agents.contract.jobs import Envelope, Job
from backend.records.access import signing_keys_queries
from backend.records.access.signing_keys import SigningKey

MAX_LIFE_S = 300.0  # of a message, with a margin for clocks
_KEY = "signing_key"


def sign_job(session: Session, job: Job) -> Envelope:
    """A job as it goes through the broker: its text, and the signature over exactly these bytes."""
    key, body = signing_key(session), job.model_dump_json()
    signature = Ed25519PrivateKey.from_private_bytes(key.private_key).sign(body.encode())
    return Envelope(key=key.id, body=body, signature=base64.b64encode(signature).decode())


def public_keys(session: Session) -> dict[str, str]:
    """Public keys for agents: key id → key, base64 of its 32 bytes."""
    keys = signing_keys_queries.in_use(session, oldest_retirement())
    if all(key.retired_at for key in keys):
        keys = [signing_key(session), *keys]
    return publish_keys({key.id: key.private_key.hex() for key in keys})


def oldest_retirement() -> datetime:
    """Time since when a key must have been retired to be still in use."""
    return datetime.now(UTC) - timedelta(seconds=MAX_LIFE_S)


def publish_keys(private_keys: Mapping[str, str]) -> dict[str, str]:
    """Public keys as agents get them, of private ones by id, in hexadecimal digits."""
    return {key_id: _public(private_key) for key_id, private_key in private_keys.items()}


def rotate(session: Session) -> str:
    """Sign with a fresh key from now on; its id. Agents learn of it with their next heartbeat."""
    signing_keys_queries.lock(session)
    signing_keys_queries.retire_all(session, datetime.now(UTC))
    session.info.pop(_KEY, None)
    return _make_key(session).id


def signing_key(session: Session) -> SigningKey:
    """The key that signs; made once, also where two processes need it at the same time.

    A transaction asks for it once: one that is retired meanwhile is still taken.
    """
    transaction, key = session.info.get(_KEY, (None, None))
    if key is None or transaction is not session.get_transaction():
        key = _stored_key(session)
        session.info[_KEY] = (session.get_transaction(), key)
    return key


def _stored_key(session: Session) -> SigningKey:
    if key := signing_keys_queries.signing(session):
        return key
    signing_keys_queries.lock(session)
    return signing_keys_queries.signing(session) or _make_key(session)


def _make_key(session: Session) -> SigningKey:
    private = Ed25519PrivateKey.generate()
    digest = hashlib.sha256(private.public_key().public_bytes_raw()).hexdigest()
    key = SigningKey(id=digest[:16], private_key=private.private_bytes_raw(), created_at=datetime.now(UTC))
    session.add(key)
    session.flush()
    return key


@lru_cache(maxsize=8)
def _public(private_key: str) -> str:
    """Every heartbeat of every agent is answered with it."""
    raw = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private_key)).public_key().public_bytes_raw()
    return base64.b64encode(raw).decode()
