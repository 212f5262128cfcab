"""Lets in who brings the dashboard's token or the cookie of a session; the API refuses everybody else."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from backend.database import transaction
from backend.errors import DynoError, TooManyAttempts, Unauthorized
from backend.login import service
from backend.security import (
    bearer_of,
    check_host,
    check_origin,
    cookie_name,
    is_from_elsewhere,
    token_fits,
)
from backend.settings import get_settings, is_loopback
from backend.throttle import Throttle

PRIVATE = ("/api/", "/metrics")
PUBLIC = (("POST", "/api/v1/session"),)
AGENTS = "/api/v1/agent/"  # agents bring tokens of their own, which these routes check
HOW = (
    "This dashboard needs its token. In a browser, open the link that `dyno login` prints on the dashboard's "
    "machine; for `dyno` and the API, set DYNO_TOKEN, or run `dyno` as the user who runs the dashboard"
)
T = TypeVar("T")
throttle = Throttle()


class DatabaseAway(DynoError):
    status, code, title = 503, "not_ready", "Not ready"


def attempt(request: Request, check: Callable[[], T | None], otherwise: str) -> T:
    """What `check` makes of a credential; Unauthorized, or TooManyAttempts after too many wrong ones.

    All users of a machine share its loopback address: one who is wrong must not keep the right ones out.
    """
    address = request.client.host if request.client else ""
    wait_s = throttle.wait_s(address)
    found = check() if not wait_s or is_loopback(address) else None
    if found is not None:
        throttle.right(address)
        return found
    if wait_s:
        raise TooManyAttempts("There were too many wrong tokens or links", wait_s)
    throttle.wrong(address)
    raise Unauthorized(otherwise)


def session_of(request: Request) -> str | None:
    """The id of the session whose cookie the request brings; None without, or if another site caused it."""
    secret = request.cookies.get(cookie_name(request))
    if not secret or is_from_elsewhere(request):
        return None
    try:
        with transaction() as session:
            return service.session_of(session, get_settings(), secret)
    except SQLAlchemyError:
        raise DatabaseAway("The database does not answer, so nobody can be recognised; see the log") from None


SessionIdDep = Annotated[str | None, Depends(session_of)]


def is_let_in(request: Request) -> bool:
    """Whether the request may read the dashboard. Where a token is given it decides alone."""
    token = bearer_of(request)
    if token is not None:
        return attempt(request, lambda: token_fits(token, get_settings()) or None, HOW)
    return session_of(request) is not None


def _needs_login(request: Request) -> bool:
    path = request.url.path
    is_public = path.startswith(AGENTS) or (request.method, path) in PUBLIC
    return path.startswith(PRIVATE) and not is_public


def _require_login(request: Request) -> None:
    if not is_let_in(request):
        raise Unauthorized(HOW)


async def check(request: Request) -> None:
    """Forbidden, Unauthorized or TooManyAttempts, before anything of a body is read."""
    check_host(request, get_settings())
    check_origin(request)
    if _needs_login(request):
        async with request.app.state.logins:  # before seats are taken: it must not take all threads
            await run_in_threadpool(_require_login, request)
