"""Accounts: what they may do, and how an admin changes that."""

import os
import pwd
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized, require
from backend.identity.names import OWNERS, UNNAMED, is_taken
from backend.identity.passwords import fits
from backend.identity.principal import Principal, Role, Way
from backend.identity.schemas import AccountChange, AccountOut
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records.access import accounts_queries as queries
from backend.records.access import api_tokens_queries, invitations_queries, sessions_queries
from backend.records.access.accounts import Account

DISABLED = "This account was disabled; an admin can enable it on People"


def owners_account(session: Session, login: str) -> Account:
    """The account of who holds the dashboard's token, made as an admin when it is not there yet.

    Never one that somebody else joined with: where the name is taken, the owner's is “owner”. Conflict where
    that is taken, too.
    """
    for name in (login, UNNAMED):
        account = queries.by_login(session, name)
        if account is None and not is_taken(name, queries.names_of_others(session, None)):
            new_account = Account(id=new_id(), login=name, name=name, role=Role.ADMIN, can_reach_hosts=True)
            new_account.is_owners = True
            account = queries.add_unless_there(session, new_account)
        if account and account.is_owners:
            return account
    raise Conflict(f"“{login}” and “{UNNAMED}” are names of existing accounts; rename them on People")


def enabled_account(session: Session, account_id: str) -> Account:
    """Unauthorized for one that was disabled."""
    account = queries.account(session, account_id)
    if account is None or account.disabled_at:
        raise Unauthorized(DISABLED)
    return account


def refuse_taken(session: Session, place: str, name: str, account_id: str | None = None) -> None:
    """Invalid for the name of somebody else, of the machine's owner, or one that looks like it."""
    if is_taken(name, reserved_names(session, account_id)):
        raise Invalid.at(place, f"“{name}” is taken, or looks like a name that is; choose another name")


def reserved_names(session: Session, account_id: str | None = None) -> set[str]:
    """List the names that nobody else can have; until this transaction ends nobody takes another one."""
    return {*OWNERS, *_machine_users(), *queries.names_of_others(session, account_id)}


def _machine_users() -> list[str]:
    """Who runs the dashboard, unless it is a user without a name."""
    try:
        return [pwd.getpwuid(os.geteuid()).pw_name]
    except KeyError:
        return []


def by_password(session: Session, login: str, password: str) -> Account | None:
    """The account; None for a wrong password, an unknown name and a disabled account, after the same time."""
    account = queries.by_login(session, login)
    right = fits(password, account.password_hash if account else None)
    return account if account and right and not account.disabled_at else None


def principal_of(account: Account, came_from: Way, session_id: str | None = None) -> Principal:
    """What the account may do, whatever it signed in with."""
    return Principal(
        account.id, account.name, Role(account.role), _reaches_hosts(account), came_from, session_id
    )


def _reaches_hosts(account: Account) -> bool:
    return account.can_reach_hosts and Role(account.role).covers(Role.OPERATOR)


def refuse_giving_hosts(principal: Principal) -> None:
    """Forbidden for who does not have the right “hosts”."""
    if not principal.can_reach_hosts:
        raise Forbidden("you can give the right “hosts” only if you have it")


def account_to_reset(session: Session, account_id: str, principal: Principal) -> Account:
    """The account for which an admin may make a password link.

    Forbidden for one that can do more than the admin can; Conflict for one that is disabled, or that
    belongs to who runs the dashboard.
    """
    account = require(queries.account(session, account_id), f"There is no account {account_id}")
    if account.disabled_at:
        raise Conflict(f"{account.name} is disabled; enable the account first")
    if account.is_owners:
        raise Conflict(f"{account.name} runs the dashboard, and signs in by the link of `dyno login`")
    if _reaches_hosts(account) and not principal.can_reach_hosts:
        raise Forbidden(
            f"{account.name} has the right “hosts”, and you do not: ask an admin with that right for the link"
        )
    return account


def may_reset(session: Session, admin: Account, account_id: str) -> bool:
    """Whether somebody can, at this moment, let the person of an account set a new password."""
    if admin.disabled_at or admin.role != Role.ADMIN:
        return False
    try:
        account_to_reset(session, account_id, principal_of(admin, Way.SESSION))
    except (Conflict, Forbidden, NotFound):
        return False
    return True


def own_account(session: Session, principal: Principal) -> Account:
    """The account of who asks; Conflict for the dashboard's token, which has none."""
    account = queries.account(session, principal.account_id) if principal.account_id else None
    if account is None:
        raise Conflict(
            "The dashboard's token has no account; sign in by the link of `dyno login`, or by a password"
        )
    return account


def list_accounts(session: Session) -> list[AccountOut]:
    """Everybody, by name; who was disabled comes last."""
    return [_out(row, used_at) for row, used_at in queries.all_with_use(session)]


def change(session: Session, account_id: str, body: AccountChange, principal: Principal) -> AccountOut:
    """Conflict for what would leave nobody to administer the dashboard.

    Forbidden for the right “hosts” from somebody who does not have it: nobody gives it to themselves.
    Disabling revokes tokens and withdraws invitations for good.
    """
    admins = queries.lock_admins(session)
    account = require(queries.account(session, account_id), f"There is no account {account_id}")
    if body.name and body.name != account.name:
        refuse_taken(session, "name", body.name, account_id)
        account.name = body.name
    reached_hosts = _reaches_hosts(account)
    account.role = body.role or account.role
    if body.can_reach_hosts is not None:
        account.can_reach_hosts = body.can_reach_hosts
    if body.disabled is not None and body.disabled != bool(account.disabled_at):
        account.disabled_at = datetime.now(UTC) if body.disabled else None
    if (_reaches_hosts(account) and not reached_hosts) or body.can_reach_hosts:
        refuse_giving_hosts(principal)
    if account.disabled_at:
        api_tokens_queries.remove_all(session, account_id)
        invitations_queries.remove_all(session, account_id)
        sessions_queries.end_all(session, account)
    is_admin = account.role == Role.ADMIN and not account.disabled_at
    if account_id in admins and len(admins) == 1 and not is_admin:
        raise Conflict(f"{account.name} is the last admin; make another account an admin first")
    session.flush()
    return _out(account, sessions_queries.last_use(session, account_id))


def _out(account: Account, used_at: datetime | None) -> AccountOut:
    return copy_fields(
        AccountOut,
        account,
        role=Role(account.role),
        has_password=account.password_hash is not None,
        has_provider=account.subject is not None,
        last_used_at=used_at,
    )
