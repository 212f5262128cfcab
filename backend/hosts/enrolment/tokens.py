"""Enrolment tokens: made, shown, revoked."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from backend.certificates import fingerprint
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.hosts.enrolment.schemas import HOUR_S, NewToken, TokenIn, TokenOut
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records import hosts_queries
from backend.records.access import enrolment_queries
from backend.records.access.enrolment import EnrolmentToken
from backend.records.hosts import Host
from backend.security import token_hash

_SHOW_USED = timedelta(hours=1)


def make(session: Session, token_in: TokenIn, ca: str = "") -> NewToken:
    """A new token; its secret is in the answer and nowhere else. `ca`: the dashboard's own, as PEM."""
    secret = secrets.token_urlsafe(32)
    row = _row(token_hash(secret), token_in)
    session.add(row)
    session.flush()
    session.refresh(row)
    publish_after_commit(session, {"type": "host"})
    return NewToken(**_out(row).model_dump(), token=secret, ca_sha256=fingerprint(ca) if ca else "")


def list_recent(session: Session) -> list[TokenOut]:
    """Those that are still good, and those used in the last hour; newest first."""
    now = datetime.now(UTC)
    rows = enrolment_queries.recent_tokens(session, now, now - _SHOW_USED)
    hosts = hosts_queries.with_ids(session, {row.host_id for row in rows if row.host_id})
    return [_out(row, hosts.get(row.host_id or "")) for row in rows]


def revoke(session: Session, token_id: str) -> None:
    """No agent comes in with it any more; hosts that did stay, agents that wait with it do not."""
    enrolment_queries.lock(session)
    row = enrolment_queries.token(session, token_id)
    if row is None or row.revoked_at:
        raise NotFound(f"There is no enrolment token {token_id}")
    row.revoked_at = datetime.now(UTC)
    enrolment_queries.forget_requests_with(session, token_id)
    publish_after_commit(session, {"type": "host"})


def is_unused(session: Session, secret: str) -> bool:
    """Whether an agent could still come in with this token, which is for one host."""
    row = enrolment_queries.token_of(session, token_hash(secret))
    return row is not None and not (row.used_by or row.revoked_at) and row.expires_at > datetime.now(UTC)


def register(session: Session, hashes: Mapping[str, str]) -> None:
    """Tokens made outside, one for each host that has a role's name: role → SHA-256 of the secret.

    Such a token is good for an hour after each start, until it is used once or revoked.
    """
    enrolment_queries.lock(session)
    for role in ROLES:
        if role not in hashes:
            continue
        token_in = for_host(role, role)
        token = enrolment_queries.token_of(session, hashes[role])
        if token is None:
            session.add(_row(hashes[role], token_in))
        elif token.used_at is None:
            token.expires_at = datetime.now(UTC) + timedelta(seconds=HOUR_S)


def for_host(name: str, *roles: str) -> TokenIn:
    """The usual token, for one host: once, within an hour, approved by whoever made it."""
    return TokenIn.model_validate({"host_name": name, "roles": roles})


def _row(digest: str, token_in: TokenIn) -> EnrolmentToken:
    return EnrolmentToken(
        id=new_id(),
        token_hash=digest,
        host_name=token_in.host_name,
        roles=list(token_in.roles),
        reusable=token_in.reusable,
        approves=token_in.approves,
        expires_at=datetime.now(UTC) + timedelta(seconds=token_in.expires_in_s),
    )


def _out(row: EnrolmentToken, host: Host | None = None) -> TokenOut:
    return copy_fields(TokenOut, row, host_was_there=host is not None and host.created_at < row.created_at)
