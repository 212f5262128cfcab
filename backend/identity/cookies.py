"""The cookie that stands for a session."""

from fastapi import Request, Response
from sqlalchemy.orm import Session

from backend.identity import guard, service
from backend.identity.addresses import link_here
from backend.identity.schemas import CameFrom, SignedIn
from backend.records.access import sessions_queries
from backend.records.access.accounts import Account
from backend.security import cookie_name, host_of, is_shared
from backend.settings import get_settings

LIFE_S = 400 * 86400  # the most that browsers allow; the server ends a session long before


def let_in(
    session: Session,
    request: Request,
    response: Response,
    account: Account | None,
    came_from: CameFrom,
    before: str | None = None,
) -> SignedIn:
    """A new session in place of the browser's last one; without an account it is of the token.

    before  the last one's id, where the request comes from another site and so does not say it itself
    """
    settings = get_settings()
    if is_shared(host_of(request)[0], settings):
        code, _ = service.make_link_code(session, settings, account, came_from)
        return SignedIn(url=link_here(request, settings, code))
    was_in = guard.in_browser(request)
    if last := before or (was_in.session_id if was_in else None):
        sessions_queries.end(session, last)
    secret = service.sign_in(session, settings, account, came_from, request.headers.get("user-agent", ""))
    response.set_cookie(
        cookie_name(request),
        secret,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=LIFE_S,
    )
    return SignedIn(url=None)


def forget(request: Request, response: Response) -> None:
    response.delete_cookie(cookie_name(request))
