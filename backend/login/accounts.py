"""Accounts: what they may do, and how an admin changes that."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.errors import Conflict, NotFound, Unauthorized
from backend.ids import new_id
from backend.login.passwords import fits
from backend.login.people_schemas import AccountChange, AccountOut
from backend.login.principal import Principal, Role, Way
from backend.records.access import accounts_queries as queries
from backend.records.access import sessions_queries
from backend.records.access.accounts import Account

DISABLED = "This account was disabled; an admin can enable it on People"


def owners_account(session: Session, login: str) -> Account:
    """The account of who holds the dashboard's token, made as an admin when it is not there yet.

    Unauthorized for one that was disabled.
    """
    made = Account(id=new_id(), login=login, name=login, role=Role.ADMIN, can_reach_hosts=True)
    found = queries.by_login(session, login) or queries.add_unless_there(session, made)
    if found.disabled_at:
        raise Unauthorized(DISABLED)
    return found


def by_password(session: Session, login: str, password: str) -> Account | None:
    """The account; None for a wrong password, an unknown name and a disabled account, after the same time."""
    found = queries.by_login(session, login)
    right = fits(password, found.password_hash if found else None)
    return found if found and right and not found.disabled_at else None


def principal_of(account: Account, came_from: Way, session_id: str | None = None) -> Principal:
    """What the account may do, whatever it signed in with."""
    role = Role(account.role)
    reaches = account.can_reach_hosts and role.covers(Role.OPERATOR)
    return Principal(account.id, account.name, role, reaches, came_from, session_id)


def own(session: Session, principal: Principal) -> Account:
    """The account of who asks; Conflict for the dashboard's token, which has none."""
    found = queries.account(session, principal.account_id) if principal.account_id else None
    if found is None:
        raise Conflict(
            "The dashboard's token has no account; sign in by the link of `dyno login`, or by a password"
        )
    return found


def list_accounts(session: Session) -> list[AccountOut]:
    """Everybody, by name; who was disabled comes last."""
    return [_out(row, used) for row, used in queries.all_with_use(session)]


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


def _out(account: Account, used: datetime | None) -> AccountOut:
    return AccountOut(
        id=account.id,
        login=account.login,
        name=account.name,
        role=Role(account.role),
        can_reach_hosts=account.can_reach_hosts,
        has_password=account.password_hash is not None,
        has_provider=account.subject is not None,
        created_at=account.created_at,
        last_used_at=used,
        disabled_at=account.disabled_at,
    )
