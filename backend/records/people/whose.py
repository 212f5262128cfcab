"""SQL of who made something and who is mentioned in it, in the words of searches: `me`, `token`, a login."""

from sqlalchemy import ColumnElement, false
from sqlalchemy.orm import InstrumentedAttribute, Session

from backend.records.access import accounts_queries

ME, TOKEN = "me", "token"
"""Nobody signs in by these: backend/login/names.py."""


def made_by(
    session: Session, owner: InstrumentedAttribute[str | None], who: str, asker: str | None
) -> ColumnElement[bool]:
    """asker  id of the account that asks; None: the dashboard's token"""
    if who == TOKEN or (who == ME and asker is None):
        return owner.is_(None)
    account_id = _account(session, who, asker)
    return owner == account_id if account_id else false()


def mentioning(
    session: Session, mentions: InstrumentedAttribute[list[str]], who: str, asker: str | None
) -> ColumnElement[bool]:
    """Nothing mentions the dashboard's token."""
    account_id = _account(session, who, asker)
    return mentions.contains([account_id]) if account_id else false()


def _account(session: Session, who: str, asker: str | None) -> str | None:
    if who == ME:
        return asker
    found = accounts_queries.by_login(session, who)
    return found.id if found else None
