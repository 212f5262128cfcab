"""Sessions of browsers and one-time links, by their secrets' hashes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account
from backend.records.access.sessions import BrowserSession, SignInLink, SpentAnswer


def by_secret(
    session: Session, secret_hash: str, token_mark: str, used_since: datetime
) -> BrowserSession | None:
    """The session with this secret, unless it has been idle for too long or came from another token."""
    return session.scalar(
        select(BrowserSession).where(
            BrowserSession.secret_hash == secret_hash,
            BrowserSession.token_mark == token_mark,
            BrowserSession.last_used_at >= used_since,
        )
    )


def alive(
    session: Session, token_mark: str, used_since: datetime, account_id: str | None
) -> Sequence[tuple[BrowserSession, str | None]]:
    """Sessions that still open the dashboard, each with its account's name, the last used first.

    account_id  of whom; None: everybody's
    """
    query = (
        select(BrowserSession, Account.name)
        .outerjoin(Account, Account.id == BrowserSession.account_id)
        .where(BrowserSession.token_mark == token_mark, BrowserSession.last_used_at >= used_since)
        .order_by(BrowserSession.last_used_at.desc(), BrowserSession.id)
    )
    narrowed_query = query.where(BrowserSession.account_id == account_id) if account_id else query
    return [(row, name) for row, name in session.execute(narrowed_query)]


def note_use(session: Session, session_id: str, now: datetime) -> None:
    """Without a lock on a row that was ended in the meantime."""
    session.execute(update(BrowserSession).where(BrowserSession.id == session_id).values(last_used_at=now))


def end(session: Session, session_id: str, account_id: str | None = None) -> bool:
    """End one session, of this account where one is named; False when there is none."""
    query = delete(BrowserSession).where(BrowserSession.id == session_id)
    narrowed_query = query.where(BrowserSession.account_id == account_id) if account_id else query
    return session.scalar(narrowed_query.returning(BrowserSession.id)) is not None


def end_all(session: Session, account: Account | None) -> None:
    """End every session of an account, or of all, and make links that were not used yet worthless."""
    sessions, links = delete(BrowserSession), delete(SignInLink)
    if account:
        sessions = sessions.where(BrowserSession.account_id == account.id)
        links = links.where(SignInLink.account_id == account.id)
    session.execute(sessions)
    session.execute(links)


def spend_link(session: Session, code_hash: str, token_mark: str, now: datetime) -> SignInLink | None:
    """Use a link up; None when it does not exist any more. Of two at the same time one gets it."""
    return session.scalar(
        delete(SignInLink)
        .where(
            SignInLink.code_hash == code_hash,
            SignInLink.token_mark == token_mark,
            SignInLink.expires_at > now,
        )
        .returning(SignInLink)
    )


def spend_answer(session: Session, state_hash: str, expires_at: datetime, now: datetime) -> bool:
    """Use an answer of the provider up; False when it was used. Of two at the same time one gets it."""
    session.execute(delete(SpentAnswer).where(SpentAnswer.expires_at <= now))
    values = {"state_hash": state_hash, "expires_at": expires_at}
    statement = insert(SpentAnswer).values(values).on_conflict_do_nothing().returning(SpentAnswer.state_hash)
    return session.scalar(statement) is not None


def account_of(session: Session, session_id: str, used_since: datetime) -> Account | None:
    """Whose session it is; None when it ended, or its account was disabled."""
    return session.scalar(
        select(Account)
        .join(BrowserSession, BrowserSession.account_id == Account.id)
        .where(
            BrowserSession.id == session_id,
            BrowserSession.last_used_at >= used_since,
            Account.disabled_at.is_(None),
        )
    )


def forget_expired(session: Session, now: datetime, used_since: datetime) -> None:
    """Remove sessions and links that open nothing any more."""
    session.execute(delete(BrowserSession).where(BrowserSession.last_used_at < used_since))
    session.execute(delete(SignInLink).where(SignInLink.expires_at <= now))


def last_use(session: Session, account_id: str) -> datetime | None:
    """Of any session of the account that did not end."""
    return session.scalar(
        select(func.max(BrowserSession.last_used_at)).where(BrowserSession.account_id == account_id)
    )


def end_others(session: Session, account_id: str, kept_id: str | None) -> None:
    """End the account's sessions but one, and make its links that were not used yet worthless."""
    statement = delete(BrowserSession).where(BrowserSession.account_id == account_id)
    session.execute(statement.where(BrowserSession.id != kept_id) if kept_id else statement)
    session.execute(delete(SignInLink).where(SignInLink.account_id == account_id))
