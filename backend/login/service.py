"""Signing in: a token or a one-time link becomes a session, which a browser's cookie stands for."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.errors import NotFound
from backend.ids import new_id
from backend.login.browsers import browser_words
from backend.login.schemas import CameFrom, SessionOut
from backend.records.access import sessions_queries as queries
from backend.records.access.sessions import BrowserSession, SignInLink
from backend.security import token_hash
from backend.settings import Settings

IDLE = timedelta(days=30)
NOTED_EVERY = timedelta(minutes=5)  # a use is written down so often, not at every request
LINK_LIFE = timedelta(minutes=10)


def sign_in(session: Session, settings: Settings, came_from: CameFrom, user_agent: str) -> str:
    """The secret of a new session, which its browser alone keeps."""
    now, secret = datetime.now(UTC), secrets.token_urlsafe(32)
    queries.forget_expired(session, now, now - IDLE)
    session.add(
        BrowserSession(
            id=new_id(),
            secret_hash=token_hash(secret),
            token_mark=_mark(settings),
            came_from=came_from,
            browser=browser_words(user_agent),
            created_at=now,
            last_used_at=now,
        )
    )
    return secret


def session_of(session: Session, settings: Settings, secret: str) -> str | None:
    """The id of the session with this secret; None when there is none or it was idle for 30 days."""
    now = datetime.now(UTC)
    found = queries.by_secret(session, token_hash(secret), _mark(settings), now - IDLE)
    if found is None:
        return None
    if found.last_used_at < now - NOTED_EVERY:
        queries.note_use(session, found.id, now)
    return found.id


def list_sessions(session: Session, settings: Settings, this: str | None) -> list[SessionOut]:
    """Every browser that is signed in; `this` is the id of the one that asks."""
    rows = queries.alive(session, _mark(settings), datetime.now(UTC) - IDLE)
    return [
        SessionOut(
            id=row.id,
            came_from=CameFrom(row.came_from),
            browser=row.browser,
            created_at=row.created_at,
            last_used_at=row.last_used_at,
            is_this=row.id == this,
        )
        for row in rows
    ]


def end_session(session: Session, session_id: str) -> None:
    """Sign one browser out."""
    if not queries.end(session, session_id):
        raise NotFound(f"There is no session {session_id}; it may have ended already")


def make_link_code(session: Session, settings: Settings) -> tuple[str, datetime]:
    """The code of a new one-time link, and until when it works."""
    now, code = datetime.now(UTC), secrets.token_urlsafe(32)
    queries.forget_expired(session, now, now - IDLE)
    link = SignInLink(code_hash=token_hash(code), token_mark=_mark(settings), expires_at=now + LINK_LIFE)
    session.add(link)
    return code, link.expires_at


def spend_code(session: Session, settings: Settings, code: str) -> bool:
    """Use a link's code up; False when it was used, is too old, or never was one."""
    return queries.spend_link(session, token_hash(code), _mark(settings), datetime.now(UTC))


def _mark(settings: Settings) -> str:
    """Says which token a session goes back to without telling it: with another token it ends."""
    token = settings.token.get_secret_value() if settings.token else ""
    return hmac.new(token.encode(), b"dynoboard session", hashlib.sha256).hexdigest()
