"""Accounts and invitations, for admins; and what belongs to one's own account: its password and tokens."""

from collections.abc import Sequence

from fastapi import APIRouter, Request

from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.errors import Invalid, Unauthorized
from backend.identity import accounts, api_tokens, guard, invitations, service
from backend.identity.addresses import invitation_link, password_link
from backend.identity.passwords import fits, hash_of, refuse_name
from backend.identity.principal import PrincipalDep
from backend.identity.schemas import (
    AccountChange,
    AccountOut,
    ApiTokenIn,
    ApiTokenOut,
    InvitationIn,
    InvitationOut,
    LinkOut,
    NewApiToken,
    NewInvitation,
    PasswordChange,
)
from backend.records.access import accounts_queries, sessions_queries
from backend.refs import PersonRef
from backend.settings import get_settings

router = APIRouter(tags=["people"])
WRONG = "The current password is wrong"


@router.get("/people")
def list_people(session: SessionDep) -> Sequence[PersonRef]:
    """Names of all who are not disabled: whom a note can mention, and whose results to look for."""
    return accounts_queries.enabled_people(session)


@router.get("/accounts")
def list_accounts(session: SessionDep) -> list[AccountOut]:
    """Everybody, by name; who was disabled comes last."""
    return accounts.list_accounts(session)


@router.patch("/accounts/{account_id}")
def change_account(
    account_id: str, body: AccountChange, session: SessionDep, principal: PrincipalDep
) -> AccountOut:
    """Name, role, the right to reach into hosts, disabled or not; 409 for the last admin."""
    account = accounts.change(session, account_id, body, principal)
    changes = body.model_dump(mode="json", exclude_unset=True)
    record(session, principal, Act.RIGHTS_CHANGED, account_id, account.login, **changes)
    return account


@router.post("/accounts/{account_id}/password-links", status_code=201)
def make_password_link(
    account_id: str, request: Request, session: SessionDep, principal: PrincipalDep
) -> LinkOut:
    """A link that signs its person in, once, within a day, to set a new password without the current one."""
    account = accounts.account_to_reset(session, account_id, principal)
    code, expires_at = service.make_password_link_code(session, get_settings(), account, principal)
    record(session, principal, Act.PASSWORD_LINK_MADE, account.id, account.login)
    return LinkOut(url=password_link(request, code), expires_at=expires_at)


@router.get("/invitations")
def list_invitations(session: SessionDep) -> list[InvitationOut]:
    """Those that were not used yet, the newest first."""
    return invitations.list_open(session)


@router.post("/invitations", status_code=201)
def make_invitation(
    body: InvitationIn, request: Request, session: SessionDep, principal: PrincipalDep
) -> NewInvitation:
    """A link for one person, who picks a name and a password."""
    invitation, code = invitations.invite(session, body, principal)
    rights = {"role": body.role, "can_reach_hosts": body.can_reach_hosts}
    record(session, principal, Act.INVITED, invitation.id, body.note, **rights)
    return NewInvitation(**invitation.model_dump(), url=invitation_link(request, code))


@router.delete("/invitations/{invitation_id}", status_code=204)
def withdraw_invitation(invitation_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """The link stops working."""
    invitations.withdraw(session, invitation_id)
    record(session, principal, Act.REMOVED, invitation_id, "invitation")


@router.put("/me/password", status_code=204)
def change_password(
    body: PasswordChange, request: Request, session: SessionDep, principal: PrincipalDep
) -> None:
    """Set one's own password; every other browser of the account is signed out.

    The current one is asked for, unless the session began with a link of `dyno login` or of an admin.
    """
    account = accounts.own_account(session, principal)
    refuse_name("new", body.new, account.login)
    if account.password_hash and not service.began_with_link(session, principal):
        current, password_hash = body.current or "", account.password_hash
        try:
            guard.attempt_as(request, account.login, lambda: fits(current, password_hash) or None, WRONG)
        except Unauthorized:  # of this password, not of who asks
            raise Invalid.at("current", WRONG) from None
    account.password_hash = hash_of(body.new)
    sessions_queries.end_others(session, account.id, principal.session_id)
    record(session, principal, Act.PASSWORD_CHANGED, account.id, account.login)


@router.get("/me/tokens")
def list_tokens(session: SessionDep, principal: PrincipalDep) -> list[ApiTokenOut]:
    """One's own API tokens that still work, the newest first."""
    return api_tokens.list_own(session, accounts.own_account(session, principal))


@router.post("/me/tokens", status_code=201)
def make_token(body: ApiTokenIn, session: SessionDep, principal: PrincipalDep) -> NewApiToken:
    """An API token with at most one's own rights; it is shown once."""
    token_out, token = api_tokens.make(session, accounts.own_account(session, principal), body)
    record(session, principal, Act.TOKEN_MADE, token_out.id, body.name, scope=body.scope)
    return NewApiToken(**token_out.model_dump(), token=token)


@router.delete("/me/tokens/{token_id}", status_code=204)
def revoke_token(token_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """The token stops working at once."""
    name = api_tokens.revoke(session, accounts.own_account(session, principal), token_id)
    record(session, principal, Act.REMOVED, token_id, f"API token {name}")
