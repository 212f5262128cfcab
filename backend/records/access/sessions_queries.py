"""Sessions of browsers and one-time links, by their secrets' hashes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from backend.records.access.sessions import BrowserSession, SignInLink


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


def alive(session: Session, token_mark: str, used_since: datetime) -> Sequence[BrowserSession]:
    """Every session that still opens the dashboard, the last used first."""
    return session.scalars(
        select(BrowserSession)
        .where(BrowserSession.token_mark == token_mark, BrowserSession.last_used_at >= used_since)
        .order_by(BrowserSession.last_used_at.desc(), BrowserSession.id)
    ).all()


def note_use(session: Session, session_id: str, now: datetime) -> None:
    """Without a lock on a row that was ended in the meantime."""
    session.execute(update(BrowserSession).where(BrowserSession.id == session_id).values(last_used_at=now))


def end(session: Session, session_id: str) -> bool:
    """End one session; False when there is none."""
    ended = session.scalar(
        delete(BrowserSession).where(BrowserSession.id == session_id).returning(BrowserSession.id)
    )
    return ended is not None


def end_all(session: Session) -> None:
    """End every session, and make every link that was not used yet worthless."""
    session.execute(delete(BrowserSession))
    session.execute(delete(SignInLink))


def spend_link(session: Session, code_hash: str, token_mark: str, now: datetime) -> bool:
    """Use a link up; False when it does not exist any more. Of two at the same time one gets True."""
    spent = session.scalar(
        delete(SignInLink)
        .where(
            SignInLink.code_hash == code_hash,
            SignInLink.token_mark == token_mark,
            SignInLink.expires_at > now,
        )
        .returning(SignInLink.code_hash)
    )
    return spent is not None


def forget_expired(session: Session, now: datetime, used_since: datetime) -> None:
    """Remove sessions and links that open nothing any more."""
    session.execute(delete(BrowserSession).where(BrowserSession.last_used_at < used_since))
    session.execute(delete(SignInLink).where(SignInLink.expires_at <= now))
