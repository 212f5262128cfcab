"""Signing in and out, and the browsers that are signed in."""

from fastapi import APIRouter, Request, Response

from backend.database import SessionDep
from backend.errors import Forbidden
from backend.login import guard, service
from backend.login.addresses import link_here, link_to
from backend.login.schemas import CameFrom, LinkOut, SessionOut, SignedIn, SignIn
from backend.records.access import sessions_queries
from backend.security import bearer_of, cookie_name, host_of, is_shared, token_fits
from backend.settings import get_settings

router = APIRouter(tags=["session"])
COOKIE_LIFE_S = 400 * 86400  # the most that browsers allow; the server ends a session long before
WRONG = "This is not the dashboard's token"
SPENT = (
    "This link was used already, or is older than 10 minutes. "
    "For a new one run `dyno login` on the dashboard's machine"
)


@router.post("/session")
def open_session(body: SignIn, request: Request, response: Response, session: SessionDep) -> SignedIn:
    """Check the dashboard's token or the code of a link; an HttpOnly cookie then stands for the session."""
    settings = get_settings()
    came_from = _check(body, request, session)
    if is_shared(host_of(request)[0], settings):
        code, _ = service.make_link_code(session, settings)
        return SignedIn(url=link_here(request, settings, code))
    if before := guard.session_of(request):
        sessions_queries.end(session, before)
    secret = service.sign_in(session, settings, came_from, request.headers.get("user-agent", ""))
    response.set_cookie(
        cookie_name(request),
        secret,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=COOKIE_LIFE_S,
    )
    return SignedIn(url=None)


def _check(body: SignIn, request: Request, session: SessionDep) -> CameFrom:
    settings, token, code = get_settings(), body.token, body.code
    if token is not None:
        guard.attempt(request, lambda: token_fits(token, settings) or None, WRONG)
        return CameFrom.TOKEN
    guard.attempt(request, lambda: service.spend_code(session, settings, code or "") or None, SPENT)
    return CameFrom.LINK


@router.delete("/session", status_code=204)
def close_session(
    this: guard.SessionIdDep, session: SessionDep, response: Response, request: Request
) -> None:
    """Sign this browser out."""
    if this:
        sessions_queries.end(session, this)
    response.delete_cookie(cookie_name(request))


@router.post("/session/links", status_code=201)
def make_link(request: Request, session: SessionDep) -> LinkOut:
    """A link that signs one browser in, once, within 10 minutes; the token makes one, a session does not."""
    if bearer_of(request) is None:
        raise Forbidden("a link is made with the dashboard's token as a bearer, as `dyno login` does")
    settings = get_settings()
    code, expires_at = service.make_link_code(session, settings)
    return LinkOut(url=link_to(request, settings, code), expires_at=expires_at)


@router.get("/sessions")
def list_sessions(this: guard.SessionIdDep, session: SessionDep) -> list[SessionOut]:
    """The browsers that are signed in, the last used first."""
    return service.list_sessions(session, get_settings(), this)


@router.delete("/sessions", status_code=204)
def close_sessions(session: SessionDep) -> None:
    """Sign every browser out; links that were not used yet stop working, too."""
    sessions_queries.end_all(session)


@router.delete("/sessions/{session_id}", status_code=204)
def close_one_session(session_id: str, session: SessionDep) -> None:
    """Sign one browser out."""
    service.end_session(session, session_id)
