"""Accounts: what they may do, and how an admin changes that."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.errors import Conflict, NotFound, Unauthorized
from backend.identity.passwords import fits
from backend.identity.people_schemas import AccountChange, AccountOut
from backend.identity.principal import Principal, Role, Way
from backend.ids import new_id
from backend.records.access import accounts_queries as queries
from backend.records.access import sessions_queries
from backend.records.access.accounts import Account

DISABLED = "This account was disabled; an admin can enable it on People"


def owners_account(session: Session, login: str) -> Account:
    """The account of who holds the dashboard's token, made as an admin when it is not there yet.

    Unauthorized for one that was disabled.
    """
    new_account = Account(id=new_id(), login=login, name=login, role=Role.ADMIN, can_reach_hosts=True)
    account = queries.by_login(session, login) or queries.add_unless_there(session, new_account)
    if account.disabled_at:
        raise Unauthorized(DISABLED)
    return account


def by_password(session: Session, login: str, password: str) -> Account | None:
    """The account; None for a wrong password, an unknown name and a disabled account, after the same time."""
    account = queries.by_login(session, login)
    right = fits(password, account.password_hash if account else None)
    return account if account and right and not account.disabled_at else None


def principal_of(account: Account, came_from: Way, session_id: str | None = None) -> Principal:
    """What the account may do, whatever it signed in with."""
    role = Role(account.role)
    reaches = account.can_reach_hosts and role.covers(Role.OPERATOR)
    return Principal(account.id, account.name, role, reaches, came_from, session_id)


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


def change(session: Session, account_id: str, body: AccountChange) -> AccountOut:
    """Conflict for what would leave nobody to administer the dashboard."""
    admins = queries.lock_admins(session)
    account = queries.account(session, account_id)
    if account is None:
        raise NotFound(f"There is no account {account_id}")
    account.name = body.name or account.name
    account.role = body.role or account.role
    if body.can_reach_hosts is not None:
        account.can_reach_hosts = body.can_reach_hosts
    if body.disabled is not None and body.disabled != bool(account.disabled_at):
        account.disabled_at = datetime.now(UTC) if body.disabled else None
    if account.disabled_at:
        sessions_queries.end_all(session, account)
    is_admin = account.role == Role.ADMIN and not account.disabled_at
    if account_id in admins and len(admins) == 1 and not is_admin:
        raise Conflict(f"{account.name} is the last admin; make somebody else an admin first")
    session.flush()
    return _out(account, sessions_queries.last_use(session, account_id))


def _out(account: Account, used_at: datetime | None) -> AccountOut:
    return AccountOut(
        id=account.id,
        login=account.login,
        name=account.name,
        role=Role(account.role),
        can_reach_hosts=account.can_reach_hosts,
        has_password=account.password_hash is not None,
        has_provider=account.subject is not None,
        created_at=account.created_at,
        last_used_at=used_at,
        disabled_at=account.disabled_at,
    )
