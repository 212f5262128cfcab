"""SQL of invitations."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account, Invitation


def by_code(session: Session, code_hash: str, now: datetime) -> Invitation | None:
    """The one with this code that can still be used; nobody else gets it before this transaction ends."""
    query = select(Invitation).where(Invitation.code_hash == code_hash, Invitation.expires_at > now)
    return session.scalar(query.with_for_update())


def by_id(session: Session, invitation_id: str, now: datetime) -> Invitation | None:
    """The same, of an invitation whose code was seen before."""
    return session.scalar(
        select(Invitation)
        .where(Invitation.id == invitation_id, Invitation.expires_at > now)
        .with_for_update()
    )


def still_good(session: Session, now: datetime) -> Sequence[tuple[Invitation, str | None]]:
    """Each with the name of who made it, the newest first."""
    query = (
        select(Invitation, Account.name)
        .outerjoin(Account, Account.id == Invitation.made_by)
        .where(Invitation.expires_at > now)
        .order_by(Invitation.created_at.desc())
    )
    return [(row, name) for row, name in session.execute(query)]


def remove(session: Session, invitation_id: str) -> bool:
    """False where it is gone already."""
    query = delete(Invitation).where(Invitation.id == invitation_id).returning(Invitation.id)
    return session.scalar(query) is not None


def remove_all(session: Session, made_by: str) -> None:
    session.execute(delete(Invitation).where(Invitation.made_by == made_by))


def forget_expired(session: Session, now: datetime) -> None:
    session.execute(delete(Invitation).where(Invitation.expires_at <= now))
