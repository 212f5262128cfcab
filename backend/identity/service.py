"""Signing in: a token or a one-time link becomes a session, which a browser's cookie stands for."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.errors import NotFound
from backend.identity import accounts
from backend.identity.browsers import browser_words
from backend.identity.names import OWNER_NAME
from backend.identity.principal import Principal, Way, owner
from backend.identity.schemas import CameFrom, SessionOut
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records.access import accounts_queries
from backend.records.access import sessions_queries as queries
from backend.records.access.accounts import Account
from backend.records.access.sessions import BrowserSession, SignInLink
from backend.security import token_hash
from backend.settings import Settings

IDLE = timedelta(days=30)
NOTED_EVERY = timedelta(minutes=5)  # a use is written down so often, not at every request
LINK_LIFE = timedelta(minutes=10)
PASSWORD_LINK_LIFE = timedelta(days=1)  # it is sent to somebody who may be away


def sign_in(
    session: Session, settings: Settings, account: Account | None, came_from: CameFrom, user_agent: str
) -> str:
    """The secret of a new session, which its browser alone keeps; without an account it is the token's."""
    now, secret = datetime.now(UTC), secrets.token_urlsafe(32)
    queries.forget_expired(session, now, now - IDLE)
    session.add(
        BrowserSession(
            id=new_id(),
            secret_hash=token_hash(secret),
            token_mark=_mark(settings),
            account_id=account.id if account else None,
            came_from=came_from,
            browser=browser_words(user_agent),
            created_at=now,
            last_used_at=now,
        )
    )
    return secret


def used_since() -> datetime:
    """Sessions that were not used since then have ended."""
    return datetime.now(UTC) - IDLE


def principal_of(session: Session, settings: Settings, secret: str) -> Principal | None:
    """Who has the session with this secret.

    None when there is none, it was idle for 30 days, or its account was disabled.
    """
    now = datetime.now(UTC)
    row = queries.by_secret(session, token_hash(secret), _mark(settings), now - IDLE)
    if row is None:
        return None
    if row.last_used_at < now - NOTED_EVERY:
        queries.note_use(session, row.id, now)
    if row.account_id is None:
        return owner(Way.SESSION, row.id)
    account = accounts_queries.account(session, row.account_id)
    if account is None or account.disabled_at:
        return None
    return accounts.principal_of(account, Way.SESSION, row.id)


def began_with_link(session: Session, principal: Principal) -> bool:
    """Whether `dyno login`, or an admin, vouched for this browser by a link."""
    row = session.get(BrowserSession, principal.session_id) if principal.session_id else None
    return row is not None and row.came_from in (CameFrom.LINK, CameFrom.RESET)


def list_sessions(session: Session, settings: Settings, principal: Principal) -> list[SessionOut]:
    """One's own; who holds the dashboard's token sees everybody's."""
    since = datetime.now(UTC) - IDLE
    rows = queries.alive(session, _mark(settings), since, principal.account_id)
    return [
        copy_fields(SessionOut, row, name=name or OWNER_NAME, is_this=row.id == principal.session_id)
        for row, name in rows
    ]


def end_session(session: Session, session_id: str, principal: Principal) -> None:
    """Sign one browser out; NotFound for those of others, but to who holds the dashboard's token."""
    if not queries.end(session, session_id, principal.account_id):
        raise NotFound(f"There is no session {session_id} of yours; it may have ended already")


def end_all(session: Session, principal: Principal) -> None:
    """Sign out everywhere; links of the account that were not used yet stop working, too."""
    account = accounts_queries.account(session, principal.account_id) if principal.account_id else None
    queries.end_all(session, account)


def make_link_code(
    session: Session, settings: Settings, account: Account | None, came_from: CameFrom
) -> tuple[str, datetime]:
    """The code of a new one-time link, and until when it works; without an account it is the token's."""
    return _add_link(session, settings, account, came_from, LINK_LIFE, None)


def make_password_link_code(
    session: Session, settings: Settings, account: Account, principal: Principal
) -> tuple[str, datetime]:
    """The same for a link by which an admin lets somebody set a new password."""
    return _add_link(session, settings, account, CameFrom.RESET, PASSWORD_LINK_LIFE, principal.account_id)


def _add_link(
    session: Session,
    settings: Settings,
    account: Account | None,
    came_from: CameFrom,
    life: timedelta,
    made_by: str | None,
) -> tuple[str, datetime]:
    now, code = datetime.now(UTC), secrets.token_urlsafe(32)
    queries.forget_expired(session, now, now - IDLE)
    link = SignInLink(
        code_hash=token_hash(code),
        token_mark=_mark(settings),
        account_id=account.id if account else None,
        came_from=came_from,
        made_by=made_by,
        expires_at=now + life,
    )
    session.add(link)
    return code, link.expires_at


def spend_code(session: Session, settings: Settings, code: str) -> SignInLink | None:
    """Use a link's code up: the link; None when it was used, is too old, or never was one.

    None also for a password link whose maker could not make it any more.
    """
    link = queries.spend_link(session, token_hash(code), _mark(settings), datetime.now(UTC))
    return None if link and not _is_vouched_for(session, link) else link


def _is_vouched_for(session: Session, link: SignInLink) -> bool:
    if link.made_by is None:
        return True
    maker = accounts_queries.account(session, link.made_by)
    return maker is not None and accounts.may_reset(session, maker, link.account_id or "")


def _mark(settings: Settings) -> str:
    """Says which token a session goes back to without telling it: with another token it ends."""
    token = settings.token.get_secret_value() if settings.token else ""
    return hmac.new(token.encode(), b"dynoboard session", hashlib.sha256).hexdigest()
