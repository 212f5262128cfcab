"""Signing in and out, and the browsers that are signed in."""

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from backend.audit.log import STRANGER, Act, record
from backend.database import SessionDep, transaction
from backend.errors import Unauthorized
from backend.identity import accounts, cookies, guard, invitations, names, service
from backend.identity.addresses import link_to
from backend.identity.principal import PrincipalDep, Way, owner
from backend.identity.schemas import (
    CameFrom,
    InvitationCode,
    Joining,
    LinkIn,
    LinkOut,
    Me,
    SessionOut,
    SignedIn,
    SignIn,
)
from backend.model_fields import copy_fields
from backend.records.access import accounts_queries, sessions_queries
from backend.records.access.accounts import Account
from backend.security import token_fits
from backend.settings import get_settings

router = APIRouter(tags=["session"])
WRONG = "This is not the dashboard's token"
WRONG_PASSWORD = "Name or password is wrong"
SPENT = (
    "This link was used already or has expired. Ask an admin for another one, "
    "or run `dyno login` if you run the dashboard"
)


@router.post("/session")
def open_session(body: SignIn, request: Request, response: Response, session: SessionDep) -> SignedIn:
    """Check the token, the code of a link, or a password; an HttpOnly cookie then stands for the session."""
    try:
        came_from, account = _check(body, request, session)
    except Unauthorized:
        _note_failure(body, request)
        raise
    actor = accounts.principal_of(account, Way.SESSION) if account else owner(Way.SESSION)
    record(session, actor, Act.SIGNED_IN, words=came_from, address=guard.address_of(request))
    return cookies.let_in(session, request, response, account, came_from)


def _note_failure(body: SignIn, request: Request) -> None:
    """In a transaction of its own, as that of the request ends without effect.

    A name that nobody has is not kept: people type passwords there.
    """
    with transaction() as session:
        login = (body.login or "").strip().lower()
        account = accounts_queries.by_login(session, login) if login else None
        attempt = (
            account.login if account else "unknown name" if body.login else "token" if body.token else "link"
        )
        subject, address = account.id if account else "", guard.address_of(request)
        record(session, STRANGER, Act.FAILED_SIGN_IN, subject, attempt, address=address)


def _check(body: SignIn, request: Request, session: Session) -> tuple[CameFrom, Account | None]:
    """What somebody signs in with, and the account; None: the token has none."""
    settings, token, code, password = get_settings(), body.token, body.code, body.password
    if token is not None:
        guard.attempt(request, lambda: token_fits(token, settings) or None, WRONG)
        return CameFrom.TOKEN, None
    if code is not None:
        link = guard.attempt(request, lambda: service.spend_code(session, settings, code), SPENT)
        account = accounts.enabled_account(session, link.account_id) if link.account_id else None
        return CameFrom(link.came_from), account
    login = (body.login or "").strip().lower()
    return CameFrom.PASSWORD, guard.attempt_as(
        request, login, lambda: accounts.by_password(session, login, password or ""), WRONG_PASSWORD
    )


@router.post("/join", status_code=201)
def join(body: Joining, request: Request, response: Response, session: SessionDep) -> SignedIn:
    """Use an invitation: make an account of one's own, and sign in to it."""
    invitation = guard.attempt(request, lambda: invitations.find(session, body.code), invitations.SPENT)
    account = invitations.join(session, invitation, body)
    actor = accounts.principal_of(account, Way.SESSION)
    record(session, actor, Act.JOINED, account.id, account.login, role=account.role)
    return cookies.let_in(session, request, response, account, CameFrom.INVITED)


@router.post("/join/check", status_code=204)
def check_invitation(body: InvitationCode, request: Request, session: SessionDep) -> None:
    """Whether an invitation can still be used; 401 says why not."""
    guard.attempt(request, lambda: invitations.find(session, body.code), invitations.SPENT)


@router.delete("/session", status_code=204)
def close_session(principal: PrincipalDep, session: SessionDep, response: Response, request: Request) -> None:
    """Sign this browser out."""
    if principal.session_id:
        sessions_queries.end(session, principal.session_id)
    cookies.forget(request, response)


@router.post("/session/links", status_code=201)
def make_link(request: Request, session: SessionDep, body: LinkIn | None = None) -> LinkOut:
    """A link that signs one browser in, once, within 10 minutes; only the dashboard's token makes one.

    While the account is disabled the link stands for the token: whoever runs the dashboard always gets in.
    """
    settings, login = get_settings(), names.login_of(body.user if body else "")
    owners = accounts.owners_account(session, login)
    account = None if owners.disabled_at else owners
    code, expires_at = service.make_link_code(session, settings, account, CameFrom.LINK)
    return LinkOut(url=link_to(request, settings, code), expires_at=expires_at)


@router.get("/me")
def get_me(principal: PrincipalDep, session: SessionDep) -> Me:
    """Who asks, and what that person may do."""
    account = None if principal.is_owner else accounts.own_account(session, principal)
    return copy_fields(
        Me,
        principal,
        login=account.login if account else None,
        has_password=bool(account and account.password_hash),
        has_provider=bool(account and account.subject),
        is_owners=bool(account and account.is_owners),
    )


@router.get("/sessions")
def list_sessions(principal: PrincipalDep, session: SessionDep) -> list[SessionOut]:
    """The browsers that are signed in to one's account, the last used first; to the token, those of all."""
    return service.list_sessions(session, get_settings(), principal)


@router.delete("/sessions", status_code=204)
def close_sessions(principal: PrincipalDep, session: SessionDep) -> None:
    """Sign out everywhere; links that were not used yet stop working, too."""
    service.end_all(session, principal)


@router.delete("/sessions/{session_id}", status_code=204)
def close_one_session(session_id: str, principal: PrincipalDep, session: SessionDep) -> None:
    """Sign one browser out."""
    service.end_session(session, session_id, principal)
