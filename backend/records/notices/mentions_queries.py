"""SQL of mentions that were not read yet."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.records.notices.mentions import UnreadMention as Unread
from backend.records.notices.notices import Delivery, Notice

Noted = Experiment | Comparison


class Row(NamedTuple):
    """A mention and where it stands, under its name."""

    mention: Unread
    experiment: str | None
    comparison: str | None


def accounts(session: Session, ids: Collection[str]) -> list[Account]:
    """Those of them that are not disabled."""
    return list(session.scalars(select(Account).where(Account.id.in_(ids), Account.disabled_at.is_(None))))


def unread(session: Session, account_id: str, most: int) -> list[Row]:
    """The newest first."""
    query = (
        select(Unread, Experiment.name, Comparison.name)
        .outerjoin(Experiment, Experiment.id == Unread.experiment_id)
        .outerjoin(Comparison, Comparison.id == Unread.comparison_id)
        .where(Unread.account_id == account_id)
        .order_by(Unread.at.desc(), Unread.id.desc())
        .limit(most)
    )
    return [Row(*row) for row in session.execute(query)]


def read(session: Session, account_id: str, of: str | None) -> None:
    """Of one experiment or comparison, or all."""
    where = [Unread.account_id == account_id]
    if of is not None:
        where.append(or_(Unread.experiment_id == of, Unread.comparison_id == of))
    session.execute(delete(Unread).where(*where))


def forget(session: Session, noted: Noted, but: Collection[str]) -> None:
    """What these notes say to nobody any more: all their mentions but of these accounts."""
    of = or_(Unread.experiment_id == noted.id, Unread.comparison_id == noted.id)
    session.execute(delete(Unread).where(of, Unread.account_id.not_in(but)))


def mailed_since(session: Session, kind: str, subject: str, account_id: str, since: datetime) -> bool:
    """Whether this account has a notice of this kind about this since then."""
    query = (
        select(func.count())
        .select_from(Notice)
        .join(Delivery, Delivery.notice_id == Notice.id)
        .where(Notice.kind == kind, Notice.subject == subject, Notice.created_at > since)
        .where(Delivery.account_id == account_id)
    )
    return bool(session.scalar(query))
