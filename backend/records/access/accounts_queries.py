"""SQL of accounts."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account
from backend.records.access.sessions import BrowserSession
from backend.refs import PersonRef


def account(session: Session, account_id: str) -> Account | None:
    return session.get(Account, account_id)


def by_login(session: Session, login: str) -> Account | None:
    return session.scalar(select(Account).where(Account.login == login))


def people(session: Session, ids: Collection[str | None]) -> dict[str, PersonRef]:
    """Account id → who that is. For readers by a share link there is nobody."""
    known_ids = {id for id in ids if id}
    return _refs(session, Account.id.in_(known_ids)) if known_ids else {}


def person(session: Session, account_id: str | None) -> PersonRef | None:
    return people(session, [account_id]).get(account_id or "")


def with_logins(session: Session, logins: Collection[str]) -> dict[str, PersonRef]:
    """Login → who that is, of those that are not disabled."""
    if not logins:
        return {}
    refs = _refs(session, Account.login.in_(logins) & Account.disabled_at.is_(None))
    return {ref.login: ref for ref in refs.values()}


def enabled_people(session: Session) -> Sequence[PersonRef]:
    """All that are not disabled, by name."""
    refs = _refs(session, Account.disabled_at.is_(None)).values()
    return sorted(refs, key=lambda ref: (ref.name.lower(), ref.login))


def _refs(session: Session, condition: ColumnElement[bool]) -> dict[str, PersonRef]:
    rows = session.execute(select(Account.id, Account.login, Account.name).where(condition))
    return {row.id: PersonRef(id=row.id, login=row.login, name=row.name) for row in rows}


def by_subject(session: Session, subject: str) -> Account | None:
    """The account of who is this at the provider; until this transaction ends nobody else gets it."""
    session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(subject, 0))))
    return session.scalar(select(Account).where(Account.subject == subject))


def add_unless_there(session: Session, account: Account) -> Account:
    """The account with this login; of two at once that make it, both get the same."""
    values = {
        "id": account.id,
        "login": account.login,
        "name": account.name,
        "role": account.role,
        "can_reach_hosts": account.can_reach_hosts,
        "is_owners": bool(account.is_owners),
    }
    session.execute(insert(Account).values(values).on_conflict_do_nothing(index_elements=["login"]))
    return session.scalars(select(Account).where(Account.login == account.login)).one()


def names_of_others(session: Session, account_id: str | None) -> set[str]:
    """Every display and sign-in name but of this account, whether disabled or not.

    Until this transaction ends nobody else takes a name.
    """
    session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("names of accounts", 0))))
    query = select(Account.login, Account.name).where(Account.id != (account_id or ""))
    return {name for row in session.execute(query) for name in row}


def lock_admins(session: Session) -> set[str]:
    """Ids of the admins that are not disabled; nobody else changes them before this transaction ends."""
    query = select(Account.id).where(Account.role == "admin", Account.disabled_at.is_(None))
    return set(session.scalars(query.order_by(Account.id).with_for_update()))


def all_with_use(session: Session) -> Sequence[tuple[Account, datetime | None]]:
    """Each with the last use of a session, by name; those that are disabled last."""
    query = (
        select(Account, func.max(BrowserSession.last_used_at))
        .outerjoin(BrowserSession, BrowserSession.account_id == Account.id)
        .group_by(Account.id)
        .order_by(Account.disabled_at.isnot(None), Account.name, Account.id)
    )
    return [(row, used_at) for row, used_at in session.execute(query)]
