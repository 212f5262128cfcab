"""SQL of API tokens."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account, ApiToken


def by_hash(session: Session, token_hash: str, now: datetime) -> tuple[ApiToken, Account] | None:
    """The token and its account, unless it is too old or the account is disabled."""
    query = (
        select(ApiToken, Account)
        .join(Account, Account.id == ApiToken.account_id)
        .where(ApiToken.token_hash == token_hash, ApiToken.expires_at > now, Account.disabled_at.is_(None))
    )
    row = session.execute(query).first()
    return (row[0], row[1]) if row else None


def of_account(session: Session, account_id: str, now: datetime) -> Sequence[ApiToken]:
    query = select(ApiToken).where(ApiToken.account_id == account_id, ApiToken.expires_at > now)
    return session.scalars(query.order_by(ApiToken.created_at.desc(), ApiToken.id)).all()


def count(session: Session, account_id: str) -> int:
    query = select(func.count()).select_from(ApiToken).where(ApiToken.account_id == account_id)
    return session.scalar(query) or 0


def note_use(session: Session, token_id: str, now: datetime) -> None:
    """Without a lock on a row that was revoked in the meantime."""
    session.execute(update(ApiToken).where(ApiToken.id == token_id).values(last_used_at=now))


def remove(session: Session, account_id: str, token_id: str) -> str | None:
    """Its name; None where the account has no such token."""
    query = delete(ApiToken).where(ApiToken.id == token_id, ApiToken.account_id == account_id)
    return session.scalar(query.returning(ApiToken.name))


def remove_all(session: Session, account_id: str) -> None:
    session.execute(delete(ApiToken).where(ApiToken.account_id == account_id))


def forget_expired(session: Session, now: datetime) -> None:
    session.execute(delete(ApiToken).where(ApiToken.expires_at <= now))
