"""SQL of who made something and who is mentioned in it, in the words of searches: `me`, `token`, a login."""

from sqlalchemy import ColumnElement, false
from sqlalchemy.orm import InstrumentedAttribute, Session

from backend.records.access import accounts_queries

ME, TOKEN = "me", "token"
"""Nobody signs in by these: backend/identity/names.py."""


def made_by(
    session: Session, owner: InstrumentedAttribute[str | None], person: str, asker: str | None
) -> ColumnElement[bool]:
    """asker  id of the account that asks; None: the dashboard's token"""
    if person == TOKEN or (person == ME and asker is None):
        return owner.is_(None)
    account_id = _account(session, person, asker)
    return owner == account_id if account_id else false()


def mentioning(
    session: Session, mentions: InstrumentedAttribute[list[str]], person: str, asker: str | None
) -> ColumnElement[bool]:
    """Nothing mentions the dashboard's token."""
    account_id = _account(session, person, asker)
    return mentions.contains([account_id]) if account_id else false()


def _account(session: Session, person: str, asker: str | None) -> str | None:
    if person == ME:
        return asker
    account = accounts_queries.by_login(session, person)
    return account.id if account else None
