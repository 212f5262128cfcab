"""Whoever comes with a share link: which one it is, and what the record holds while it is looked at."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.database import transaction
from backend.errors import DynoError, NotFound, TooManyAttempts
from backend.http.shared_attempts import shared_rate_limiter
from backend.records.access import share_links_queries as queries
from backend.records.access.share_links import ShareLink
from backend.records.sharing.rows import redaction_of
from backend.records.sharing.view import View
from backend.security import is_from_elsewhere, token_hash
from backend.settings import is_loopback
from backend.sharing.scope import Inside
from backend.sharing.subjects import inside_of
from backend.sharing.token import may_be

GONE = "This link is not valid, has expired, or was revoked. Ask its sender for another one."
NOTED_EVERY = timedelta(minutes=5)  # an opening is written down so often, not at every request
rate_limiter = shared_rate_limiter("share-links")


class DatabaseAway(DynoError):
    status, code, title = 503, "not_ready", "Not ready"


class Found(NamedTuple):
    link: ShareLink
    inside: Inside
    view: View


def cookie_name(request: Request) -> str:
    return "__Secure-dyno_share" if request.url.scheme == "https" else "dyno_share"


def cookie_path(link_id: str) -> str:
    """A cookie for each link, sent with requests to what this one shows and to nothing else."""
    return f"/api/v1/shared/{link_id}"


def by_token(request: Request, token: str) -> Found:
    """What the link with this token shows. NotFound in the same words, whatever is wrong with it."""
    return _open_or_refuse(request, token, None)


def by_cookie(request: Request, link_id: str) -> Found:
    """The same for the cookie that a browser has since it opened the link."""
    token = "" if is_from_elsewhere(request) else request.cookies.get(cookie_name(request), "")
    return _open_or_refuse(request, token, link_id)


def _open_or_refuse(request: Request, token: str, link_id: str | None) -> Found:
    address = request.client.host if request.client else ""
    wait_s = rate_limiter.wait_s(address)
    if wait_s and not is_loopback(address):  # all users of a machine share that one
        raise TooManyAttempts("There were too many links that show nothing", wait_s)
    try:
        with transaction() as session:
            opened_link = _open(session, token, link_id) if may_be(token) else None
    except SQLAlchemyError:
        raise DatabaseAway("The database does not answer, so no link can be opened") from None
    if opened_link is None:
        rate_limiter.record_failure(address)
        raise NotFound(GONE)
    rate_limiter.record_success(address)
    return opened_link


def _open(session: Session, token: str, link_id: str | None) -> Found | None:
    now = datetime.now(UTC)
    link = queries.by_token(session, token_hash(token), now)
    if link is None or (link_id is not None and link.id != link_id):
        return None
    try:
        inside = inside_of(session, link.kind, link.subject_id, link.state, link.as_report)
    except DynoError:
        return None  # its subject was deleted
    if link.opened_at is None or link.opened_at < now - NOTED_EVERY:
        queries.note_opened(session, link.id, now, now - NOTED_EVERY)
    redaction = None if link.with_hosts else redaction_of(session, inside.experiments)
    return Found(link, inside, View(inside.experiments, redaction, link.rules))
