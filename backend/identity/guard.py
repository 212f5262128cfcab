"""Who a request comes from, and whether it may do what it asks; everything else is refused, unread."""

from collections.abc import Callable
from typing import TypeVar

from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from backend.database import autocommit
from backend.errors import DynoError, NotAllowed, NotFound, TooManyAttempts, Unauthorized
from backend.http.shared_attempts import shared_rate_limiter
from backend.identity import api_tokens, rights, service
from backend.identity.principal import Principal, Way, owner
from backend.identity.rights import Right
from backend.security import (
    bearer_of,
    check_host,
    check_origin,
    cookie_name,
    is_from_elsewhere,
    is_scraper,
    token_fits,
)
from backend.settings import get_settings, is_loopback

PRIVATE = ("/api/", "/metrics")
"""Where nothing is for anybody unless the table of rights says so; the rest are pages."""
HOW = (
    "This dashboard needs its token. In a browser, open the link that `dyno login` prints on the dashboard's "
    "machine. For `dyno` and the API, set DYNO_TOKEN, or run `dyno` as the user that runs the dashboard"
)
UNKNOWN_TOKEN = (
    "The token that was sent is not known here: it was withdrawn, has expired, or is another dashboard's. "
    "Make one under Account, and set DYNO_TOKEN to it; the user that runs the dashboard needs none"
)
T = TypeVar("T")
address_limiter = shared_rate_limiter("sign-in")  # by address
account_limiter = shared_rate_limiter("accounts")  # by login name, whether there is such an account or not


class DatabaseAway(DynoError):
    status, code, title = 503, "not_ready", "Not ready"


def address_of(request: Request) -> str:
    """Where a request comes from; empty where the server does not say."""
    return request.client.host if request.client else ""


def attempt(request: Request, check: Callable[[], T | None], otherwise: str) -> T:
    """What `check` makes of a credential; Unauthorized, or TooManyAttempts after too many wrong ones.

    All users of a machine share its loopback address: one who is wrong must not keep the right ones out.
    """
    address, result, refusal = address_of(request), None, Unauthorized(otherwise)
    wait_s = address_limiter.wait_s(address)
    try:
        result = check() if not wait_s or is_loopback(address) else None
    except Unauthorized as error:  # it knows better why
        refusal = error
    if result is not None:
        address_limiter.record_success(address)
        return result
    if wait_s:
        raise TooManyAttempts("There were too many wrong tokens or links", wait_s)
    address_limiter.record_failure(address)
    raise refusal


def attempt_as(request: Request, login: str, check: Callable[[], T | None], otherwise: str) -> T:
    """The same for a password: many addresses together have no more tries at one account than one has.

    An address from which somebody came in is not kept out by the tries of others.
    """
    address = address_of(request)
    is_known = address_limiter.has_succeeded(address) and not is_loopback(address)
    if not is_known and (wait_s := account_limiter.wait_s(login)):
        raise TooManyAttempts("There were too many wrong passwords for this name", wait_s)
    try:
        return attempt(request, check, otherwise)
    except Unauthorized:
        account_limiter.record_failure(login)
        raise


def principal_of_request(request: Request) -> Principal | None:
    """Who a request comes from; None for a stranger. Where a token is given it decides alone."""
    token = bearer_of(request)
    if token is not None:
        return attempt(request, lambda: _by_token(token), UNKNOWN_TOKEN)
    return in_browser(request)


def in_browser(request: Request) -> Principal | None:
    """By the cookie of a session; None without, or if another site caused the request."""
    secret = request.cookies.get(cookie_name(request))
    if not secret or is_from_elsewhere(request):
        return None
    return _looked_up(lambda session: service.principal_of(session, get_settings(), secret))


def _looked_up(find: Callable[[Session], Principal | None]) -> Principal | None:
    try:
        with autocommit() as session:
            return find(session)
    except SQLAlchemyError:
        raise DatabaseAway("The database does not answer, so nobody can sign in; see the log") from None


def _by_token(token: str) -> Principal | None:
    if token_fits(token, get_settings()):
        return owner(Way.DASHBOARD_TOKEN)
    if not token.startswith(api_tokens.PREFIX):
        return None
    return _looked_up(lambda session: api_tokens.principal_of(session, token))


def _known_principal(request: Request) -> Principal:
    principal = principal_of_request(request)
    if principal is None:
        raise Unauthorized(HOW)
    return principal


async def is_still_known(request: Request) -> bool:
    """Whether who sent a request that is answered for long would still come in; True while nobody can say."""
    async with request.app.state.logins:
        try:
            return await run_in_threadpool(_looked_up_again, request) is not None
        except DatabaseAway:
            return True


def _looked_up_again(request: Request) -> Principal | None:
    token = bearer_of(request)
    return in_browser(request) if token is None else _by_token(token)


async def check(request: Request) -> None:
    """Raises a DynoError for whoever may not do this, before anything of a body is read.

    Of the path as the router sees it: request.url ends at what was an escaped ? or #.
    """
    check_host(request, get_settings())
    check_origin(request)
    method, path = request.method, str(request.scope["path"])
    right = rights.right_of(method, path)
    is_page = right is None and not path.startswith(PRIVATE)
    if is_page or right in (Right.PUBLIC, Right.AGENT):
        return
    if right is Right.SCRAPE and is_scraper(bearer_of(request), get_settings()):
        return
    async with request.app.state.logins:  # before slots are taken: it must not take all threads
        principal = await run_in_threadpool(_known_principal, request)
    if right is None:
        raise _nothing_there(method, path)
    rights.require(principal, right)
    request.state.principal = principal


def _nothing_there(method: str, path: str) -> DynoError:
    methods = [method_name for method_name in rights.METHODS if rights.right_of(method_name, path)]
    if methods:
        return NotAllowed(method, methods)
    return NotFound(f"There is nothing at {path}; /api/docs lists what the API has")
