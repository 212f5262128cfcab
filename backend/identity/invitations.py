"""Invitations: a link with a role, for one person who picks name and password."""

import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.errors import Invalid, NotFound, Unauthorized
from backend.identity.accounts import refuse_giving_hosts, refuse_taken
from backend.identity.passwords import hash_of, refuse_name
from backend.identity.principal import Principal, Role
from backend.identity.schemas import InvitationIn, InvitationOut, Joining
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records.access import invitations_queries as queries
from backend.records.access.accounts import Account, Invitation
from backend.security import token_hash

SPENT = "This invitation was used or withdrawn, or has expired; ask an admin for another one"


def invite(session: Session, body: InvitationIn, principal: Principal) -> tuple[InvitationOut, str]:
    """The invitation, and its code, which is shown once. Forbidden for a right that its maker lacks."""
    if body.can_reach_hosts and not body.role.covers(Role.OPERATOR):
        raise Invalid.at("can_reach_hosts", "is for operators and admins; a viewer launches nothing")
    if body.can_reach_hosts:
        refuse_giving_hosts(principal)
    code, now = secrets.token_urlsafe(32), datetime.now(UTC)
    queries.forget_expired(session, now)
    row = Invitation(
        id=new_id(),
        code_hash=token_hash(code),
        note=body.note,
        role=body.role,
        can_reach_hosts=body.can_reach_hosts,
        made_by=principal.account_id,
        created_at=now,
        expires_at=now + timedelta(days=body.days),
    )
    session.add(row)
    session.flush()
    return _out(row, principal.name), code


def list_open(session: Session) -> list[InvitationOut]:
    """Those that can still be used, the newest first."""
    return [_out(row, name) for row, name in queries.still_good(session, datetime.now(UTC))]


def withdraw(session: Session, invitation_id: str) -> None:
    if not queries.remove(session, invitation_id):
        raise NotFound("There is no such invitation; it was used or withdrawn, or has expired")


def find(session: Session, code: str) -> Invitation | None:
    """The invitation of a code, locked until the end of the transaction: of two at once one gets it."""
    return queries.by_code(session, token_hash(code), datetime.now(UTC))


def join(session: Session, invitation: Invitation, body: Joining) -> Account:
    """The new account; the invitation is used up. Invalid for a name that is taken."""
    refuse_name("password", body.password, body.login)
    refuse_taken(session, "login", body.login)
    refuse_taken(session, "name", body.name)
    new_account = Account(
        id=new_id(),
        login=body.login,
        name=body.name,
        role=invitation.role,
        can_reach_hosts=invitation.can_reach_hosts,
    )
    session.add(new_account)
    new_account.password_hash = hash_of(body.password)
    if not queries.remove(session, invitation.id):
        raise Unauthorized(SPENT)
    return new_account


def _out(row: Invitation, made_by: str | None) -> InvitationOut:
    return copy_fields(InvitationOut, row, role=Role(row.role), made_by=made_by)
