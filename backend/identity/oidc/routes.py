"""Signing in by an OpenID provider: begun by a page of ours, finished by the provider's answer."""

import hmac
import logging
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from backend.audit.log import STRANGER, Act, record
from backend.database import transaction
from backend.errors import Conflict, NotFound, TooManyAttempts
from backend.identity import accounts, cookies, guard, invitations
from backend.identity.addresses import site_asked
from backend.identity.oidc import provider, sign_in
from backend.identity.oidc.http import ProviderAway
from backend.identity.oidc.pending import LIFE, Pending, begin_sign_in, seal, unseal
from backend.identity.oidc.rules import WORDS, Identity, Refusal, Refused, Rules, known_error, own_path
from backend.identity.oidc.settings import Oidc, get_oidc
from backend.identity.principal import Way
from backend.identity.schemas import CameFrom
from backend.records.access import sessions_queries
from backend.security import host_of, is_shared, provider_cookie_name, token_hash
from backend.settings import get_settings

router = APIRouter(tags=["session"])
LOG = logging.getLogger(__name__)
PATH = "/api/v1/session/oidc"


class Ways(BaseModel):
    """How one may sign in here besides by password, link and token."""

    provider: str | None = Field(description="the name of the OpenID provider; null: there is none")
    refused: str | None = Field(description="in words, why the provider's answer did not sign anybody in")


class Beginning(BaseModel):
    """What a sign-in by the provider is for."""

    to: str = Field("/", max_length=1000, description="the page to go on at")
    invitation: str | None = Field(None, max_length=512, description="code of an invitation that is used")
    link: bool = Field(False, description="link the account that is signed in, instead of signing in")


class Begun(BaseModel):
    url: str = Field(description="where the browser goes on: at the provider")


@router.get("/session")
def get_ways(request: Request, refused: Refusal | None = None) -> Ways:
    """What the sign-in page offers, and what it says of a sign-in that was refused."""
    oidc = get_oidc()
    return Ways(
        provider=oidc.shown_name if _is_offered(request, oidc) else None,
        refused=WORDS[refused] if refused else None,
    )


@router.post("/session/oidc")
def begin(body: Beginning, request: Request, response: Response) -> Begun:
    """Begin to sign in by the OpenID provider; a cookie binds its answer to this browser."""
    oidc, settings = get_oidc(), get_settings()
    if not _is_offered(request, oidc):
        raise NotFound("No OpenID provider is set up for this address of the dashboard")
    before = guard.in_browser(request)
    if body.link and (before is None or before.account_id is None):
        raise Conflict("Sign in to the account that you want to link first")
    pending = begin_sign_in(oidc.issuer, site_asked(request) + PATH, own_path(body.to))
    if before:
        pending.session_id = before.session_id
    pending.link = body.link
    if body.invitation is not None:
        pending.invitation_id = _invitation_id(request, body.invitation)
    try:
        url = provider.address_of(oidc, pending)
    except ProviderAway as away:
        raise ProviderAway(f"{WORDS[Refusal.AWAY]}. Reason: {away.detail}") from None
    response.set_cookie(
        provider_cookie_name(request),
        seal(pending, settings),
        httponly=True,
        samesite="lax",  # the answer comes by a link of the provider's site
        secure=request.url.scheme == "https",
        max_age=int(LIFE.total_seconds()),
    )
    return Begun(url=url)


def _is_offered(request: Request, oidc: Oidc) -> bool:
    """Not at a name that other users of the machine share: they would get the cookie."""
    settings = get_settings()
    is_own = not is_shared(host_of(request)[0], settings)
    return bool(oidc.issuer) and settings.token is not None and is_own


def _invitation_id(request: Request, code: str) -> str:
    with transaction() as session:
        return guard.attempt(request, lambda: invitations.find(session, code), invitations.SPENT).id


class Answer(BaseModel):
    """What the provider sends a browser back with."""

    state: str = ""
    code: str = ""
    error: str = ""
    iss: str | None = None


@router.get("/session/oidc", response_class=RedirectResponse, status_code=303)
def take_answer(request: Request, answer: Annotated[Answer, Query()]) -> Response:
    """The provider's answer: signs this browser in and goes on at a page of ours, which may say why not."""
    response = RedirectResponse("/", 303, {"Cache-Control": "no-store"})
    begun_here = _begun_here(request)
    page = begun_here.to.partition("#")[0] if begun_here else "/"  # to begin again from there
    is_of_another_tab = False
    try:
        to = guard.attempt(request, lambda: _take(request, answer, response), "")
    except Refused as error:
        _note(request, error)
        to = f"{page}#refused={error.refusal}"
        is_of_another_tab = begun_here is not None and error.refusal is Refusal.NOT_BEGUN
    except ProviderAway as away:
        LOG.warning("nobody can sign in by the provider: %s", away.detail)
        to = f"{page}#refused={Refusal.AWAY}"
    except TooManyAttempts:
        to = f"{page}#refused={Refusal.TOO_MANY}"
    response.headers["Location"] = to
    if not is_of_another_tab:
        is_secure = request.url.scheme == "https"
        response.delete_cookie(provider_cookie_name(request), httponly=True, secure=is_secure)
    return response


def _take(request: Request, answer: Answer, response: Response) -> str:
    """The page to go on at; the response has the session's cookie. Refused, or ProviderAway."""
    oidc, pending = get_oidc(), _pending(request, answer)
    if answer.error or not answer.code:
        raise Refused(Refusal.DENIED, known_error(answer.error))
    identity = provider.identity_of(oidc, pending, answer.code, answer.iss)
    rules = Rules(frozenset(filter(None, oidc.domains.split(","))), oidc.role, oidc.roles)
    try:
        _come_in(request, response, identity, rules, pending)
    except Refused as error:
        raise Refused(error.refusal, error.why, error.who or identity.login) from None
    return pending.to


def _begun_here(request: Request) -> Pending | None:
    """What this browser began last."""
    settings, cookie = get_settings(), request.cookies.get(provider_cookie_name(request), "")
    return unseal(cookie, settings) if cookie and settings.token else None


def _pending(request: Request, answer: Answer) -> Pending:
    """What this browser began, which this answer uses up: whatever becomes of it, it is no good again."""
    pending = _begun_here(request)
    if pending is None or not hmac.compare_digest(pending.state.encode(), answer.state.encode()):
        raise Refused(Refusal.NOT_BEGUN, "its state is not of this browser")
    with transaction() as session:
        now = datetime.now(UTC)
        if not sessions_queries.spend_answer(session, token_hash(pending.state), pending.expires_at, now):
            raise Refused(Refusal.USED, "it was used before")
    return pending


def _come_in(
    request: Request, response: Response, identity: Identity, rules: Rules, pending: Pending
) -> None:
    with transaction() as session:
        if pending.link:
            sign_in.link(session, identity, rules, pending)
            return
        account = sign_in.account_of(session, identity, rules, pending)
        actor, address = accounts.principal_of(account, Way.SESSION), guard.address_of(request)
        record(session, actor, Act.SIGNED_IN, words=CameFrom.PROVIDER, address=address)
        cookies.let_in(session, request, response, account, CameFrom.PROVIDER, pending.session_id)


def _note(request: Request, error: Refused) -> None:
    details = {"address": guard.address_of(request), "why": error.why, "who": error.who}
    details_given = {name: value for name, value in details.items() if value}
    with transaction() as session:
        record(session, STRANGER, Act.FAILED_SIGN_IN, words=f"provider: {error.refusal}", **details_given)
