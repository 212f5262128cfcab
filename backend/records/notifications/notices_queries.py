"""SQL of notices."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from backend.records.access.accounts import Account
from backend.records.notifications.notices import Delivery, Notice, Receiver


class Row(NamedTuple):
    """A delivery with what it is about; `receiver` None: to an account."""

    delivery: Delivery
    notice: Notice
    receiver: Receiver | None
    account: Account | None


def receivers(session: Session) -> Sequence[Receiver]:
    return session.scalars(select(Receiver).order_by(Receiver.name, Receiver.id)).all()


def receiver(session: Session, receiver_id: str) -> Receiver | None:
    return session.get(Receiver, receiver_id)


def count_receivers(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Receiver)) or 0


def lock_receiver_names(session: Session) -> None:
    """Until this transaction ends nobody else makes or renames a receiver."""
    session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("names of receivers", 0))))


def asking_for(session: Session, kinds: Sequence[str]) -> Sequence[str]:
    """Ids of receivers that are to be told of any of these."""
    asks = Receiver.kinds.overlap(list(kinds))
    return session.scalars(select(Receiver.id).where(Receiver.enabled, asks).order_by(Receiver.id)).all()


def told_since(session: Session, kind: str, subject: str, since: datetime) -> bool:
    """Whether there is a notice of this kind about this since then."""
    query = select(Notice.id).where(Notice.kind == kind, Notice.subject == subject, Notice.created_at > since)
    return session.scalar(query.limit(1)) is not None


def are_due(now: datetime | ColumnElement[datetime]) -> Select[str]:
    """Deliveries to be tried now."""
    return select(Delivery.id).where(Delivery.state == "waiting", Delivery.next_at <= now)


def claim(session: Session, now: datetime, lease: timedelta) -> Row | None:
    """The delivery that has waited longest, for one try: nobody else has it before the lease ends."""
    query = are_due(now).order_by(Delivery.next_at, Delivery.id).limit(1).with_for_update(skip_locked=True)
    delivery_id = session.scalar(query)
    if delivery_id is None:
        return None
    row = session.get_one(Delivery, delivery_id)
    row.tries += 1
    row.next_at = now + lease
    return _rows(session, _all().where(Delivery.id == delivery_id))[0]


def note(session: Session, delivery_id: str, tries: int, values: dict[str, object]) -> None:
    """What came of one try, unless another was begun since."""
    conditions = (Delivery.id == delivery_id, Delivery.tries == tries, Delivery.state == "waiting")
    session.execute(update(Delivery).where(*conditions).values(values))


def give_up(session: Session, receiver_id: str, reason: str, now: datetime) -> None:
    """All that waits for a receiver."""
    waiting = (Delivery.receiver_id == receiver_id, Delivery.state == "waiting")
    values = {"state": "given_up", "outcome": reason, "ended_at": now}
    session.execute(update(Delivery).where(*waiting).values(values))


def delivery(session: Session, delivery_id: str) -> Row | None:
    rows = _rows(session, _all().where(Delivery.id == delivery_id))
    return rows[0] if rows else None


def lock(session: Session, delivery_id: str) -> Delivery | None:
    return session.get(Delivery, delivery_id, with_for_update=True)


def newest(session: Session, most: int, receiver_id: str | None) -> list[Row]:
    query = _all().order_by(Notice.created_at.desc(), Delivery.id.desc()).limit(most)
    return _rows(session, query if receiver_id is None else query.where(Delivery.receiver_id == receiver_id))


def last_failed(session: Session) -> list[Row]:
    """Of each receiver the newest delivery, where that was given up."""
    newest_first = (Delivery.receiver_id, Notice.created_at.desc(), Delivery.id.desc())
    last = (
        select(Delivery.id)
        .join(Notice, Notice.id == Delivery.notice_id)
        .where(Delivery.receiver_id.isnot(None))
        .ext(distinct_on(Delivery.receiver_id))
        .order_by(*newest_first)
    )
    return _rows(session, _all().where(Delivery.id.in_(last), Delivery.state == "given_up"))


def remove_old(session: Session, before: datetime, most: int) -> None:
    """Notices from before then go with their deliveries, and all beyond so many; none that still waits."""
    waiting = select(Delivery.notice_id).where(Delivery.state == "waiting")
    beyond = select(Notice.id).order_by(Notice.created_at.desc(), Notice.id.desc()).offset(most)
    is_old = (Notice.created_at < before) | Notice.id.in_(beyond)
    session.execute(delete(Notice).where(is_old, Notice.id.not_in(waiting)))


def _all() -> Select[Delivery, Notice, Receiver, Account]:
    return (
        select(Delivery, Notice, Receiver, Account)
        .join(Notice, Notice.id == Delivery.notice_id)
        .outerjoin(Receiver, Receiver.id == Delivery.receiver_id)
        .outerjoin(Account, Account.id == Delivery.account_id)
    )


def _rows(session: Session, query: Select[Delivery, Notice, Receiver, Account]) -> list[Row]:
    return [Row(*row) for row in session.execute(query)]
