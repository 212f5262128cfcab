"""SQL of enrolment."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from backend.records.access.enrolment import EnrolmentRequest, EnrolmentToken

LOCK = 7303  # any number that nothing else locks


def lock(session: Session) -> None:
    """One transaction at a time lets agents in: a second one with the same token or name sees the first."""
    session.execute(select(func.pg_advisory_xact_lock(LOCK)))


def token_of(session: Session, digest: str) -> EnrolmentToken | None:
    """The token with this hash."""
    return session.scalar(select(EnrolmentToken).where(EnrolmentToken.token_hash == digest))


def token(session: Session, token_id: str) -> EnrolmentToken | None:
    return session.get(EnrolmentToken, token_id)


def recent_tokens(session: Session, now: datetime, since: datetime) -> Sequence[EnrolmentToken]:
    """Those that are still good, or were used since a moment; newest first."""
    query = select(EnrolmentToken).where(
        EnrolmentToken.revoked_at.is_(None),
        ((EnrolmentToken.expires_at > now) & (EnrolmentToken.used_at.is_(None) | EnrolmentToken.reusable))
        | (EnrolmentToken.used_at > since),
    )
    return session.scalars(query.order_by(EnrolmentToken.created_at.desc())).all()


def request_of(session: Session, digest: str) -> EnrolmentRequest | None:
    """What the agent with this credential asked for before."""
    return session.scalar(select(EnrolmentRequest).where(EnrolmentRequest.key_hash == digest))


def request(session: Session, request_id: str) -> EnrolmentRequest | None:
    return session.get(EnrolmentRequest, request_id)


def waiting(session: Session, since: datetime) -> Sequence[EnrolmentRequest]:
    """Agents that asked since a moment and nobody has refused, oldest first."""
    query = select(EnrolmentRequest).where(EnrolmentRequest.asked_at > since, ~EnrolmentRequest.refused)
    return session.scalars(query.order_by(EnrolmentRequest.created_at)).all()


def forget_requests(session: Session, before: datetime) -> None:
    """Forget agents that have not asked any more since a moment."""
    session.execute(delete(EnrolmentRequest).where(EnrolmentRequest.asked_at < before))


def forget_requests_with(session: Session, token_id: str) -> None:
    """Forget agents that came with a token."""
    session.execute(delete(EnrolmentRequest).where(EnrolmentRequest.token_id == token_id))


def count_requests(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(EnrolmentRequest)) or 0
