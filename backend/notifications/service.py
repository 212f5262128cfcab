"""Receivers and deliveries as admins see and change them."""

import base64
import secrets
from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.database import after_commit
from backend.errors import Conflict, Invalid, NotFound, require
from backend.fields import mail_address
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.notifications import outbox
from backend.notifications.kinds import DeliveryState, NoticeKind, NoticeWay
from backend.notifications.message_text import NoticeText
from backend.notifications.messages.webhook import PREFIX, SECRET_BYTES
from backend.notifications.schemas import DeliveryOut, NewReceiver, ReceiverChange, ReceiverIn, ReceiverOut
from backend.notifications.web.addresses import allowed_by
from backend.notifications.web.urls import read
from backend.records.notifications import notices_queries as queries
from backend.records.notifications.notices import Receiver
from backend.records.notifications.notices_queries import Row
from backend.settings import Settings, get_settings
from backend.task_queue import send_notices

MAX_RECEIVERS, MAX_LISTED = 50, 200


def list_receivers(session: Session) -> list[ReceiverOut]:
    return [_receiver(row) for row in queries.receivers(session)]


def make(session: Session, receiver_in: ReceiverIn, made_by: str) -> NewReceiver:
    """Invalid for a name that is taken, or an address that nothing could be sent to."""
    if queries.count_receivers(session) >= MAX_RECEIVERS:
        raise Conflict(f"There are {MAX_RECEIVERS} receivers, which is the most: delete one first")
    _refuse_taken(session, receiver_in.name)
    _check_address(receiver_in.way, receiver_in.address, get_settings())
    is_signed = receiver_in.way is NoticeWay.WEBHOOK
    row = Receiver(
        id=new_id(),
        name=receiver_in.name,
        way=receiver_in.way,
        address=receiver_in.address,
        secret=PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode() if is_signed else None,
        kinds=_each_once(receiver_in.kinds),
        enabled=True,
        made_by=made_by[:200],
        created_at=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    return copy_fields(NewReceiver, row, place=place_of(row))


def change(session: Session, receiver_id: str, change_in: ReceiverChange) -> ReceiverOut:
    row = _existing(session, receiver_id)
    if change_in.name and change_in.name != row.name:
        _refuse_taken(session, change_in.name, receiver_id)
    if change_in.address is not None:
        _check_address(NoticeWay(row.way), change_in.address, get_settings())
        row.address = change_in.address
    row.name = change_in.name or row.name
    row.kinds = _each_once(change_in.kinds) if change_in.kinds else row.kinds
    if change_in.enabled is not None:
        row.enabled = change_in.enabled
    if not row.enabled:
        queries.give_up(session, row.id, "its receiver was switched off", datetime.now(UTC))
    return _receiver(row)


def delete(session: Session, receiver_id: str) -> ReceiverOut:
    """With its deliveries; what it was."""
    row = _existing(session, receiver_id)
    was = _receiver(row)
    session.delete(row)
    return was


def send_test(session: Session, receiver_id: str) -> DeliveryOut:
    """Conflict for one that is switched off."""
    row = _existing(session, receiver_id)
    if not row.enabled:
        raise Conflict(f"“{row.name}” is switched off: switch it on first")
    return _delivery_out(session, outbox.test_of(session, row).id)


def list_deliveries(session: Session, receiver_id: str | None) -> list[DeliveryOut]:
    """The newest first."""
    return [_delivery(row) for row in queries.newest(session, MAX_LISTED, receiver_id)]


def again(session: Session, delivery_id: str) -> DeliveryOut:
    """Under the same id, from the first try. Conflict while it waits anyway."""
    row = queries.lock(session, delivery_id)
    if row is None:
        raise NotFound(f"There is no delivery {delivery_id}: those older than 30 days are gone")
    if row.state == DeliveryState.WAITING and row.tries == 0:
        raise Conflict("This is about to be sent")
    row.state, row.tries, row.next_at, row.ended_at = DeliveryState.WAITING, 0, datetime.now(UTC), None
    row.outcome = ""
    session.flush()
    after_commit(session, send_notices)
    return _delivery_out(session, delivery_id)


def _existing(session: Session, receiver_id: str) -> Receiver:
    return require(queries.receiver(session, receiver_id), f"There is no receiver {receiver_id}")


def _refuse_taken(session: Session, name: str, own_id: str | None = None) -> None:
    """Receivers are known by their names: the list of deliveries and the audit log say no more."""
    queries.lock_receiver_names(session)
    names = {row.name.casefold(): row.name for row in queries.receivers(session) if row.id != own_id}
    if taken_name := names.get(name.casefold()):
        raise Invalid.at("name", f"Another receiver is called “{taken_name}”; choose another name")


def _check_address(way: NoticeWay, address: str, settings: Settings) -> None:
    try:
        if way is NoticeWay.MAIL:
            mail_address(address)
        else:
            read(address, allowed_by(settings.webhook_hosts))
    except ValueError as error:
        raise Invalid.at("address", str(error)) from None
    if way is NoticeWay.MAIL and not settings.smtp_host:
        raise Invalid.at("way", "There is no mail server: set DYNO_SMTP_HOST and DYNO_MAIL_FROM first")


def _each_once(kinds: Collection[NoticeKind]) -> list[str]:
    return [kind.value for kind in NoticeKind if kind in kinds]


def _receiver(row: Receiver) -> ReceiverOut:
    return copy_fields(ReceiverOut, row, place=place_of(row))


def place_of(row: Receiver) -> str:
    """Where it is, without what may be a secret of the address."""
    return row.address if row.way == NoticeWay.MAIL else "/".join(row.address.split("/", 3)[:3])


def _delivery_out(session: Session, delivery_id: str) -> DeliveryOut:
    row = require(queries.delivery(session, delivery_id), f"There is no delivery {delivery_id}")
    return _delivery(row)


def _delivery(row: Row) -> DeliveryOut:
    kind, message = NoticeKind(row.notice.kind), NoticeText.model_validate(row.notice.said)
    to = row.receiver or row.account
    return copy_fields(
        DeliveryOut,
        row.delivery,
        kind=kind,
        title=message.title(kind),
        sentence=message.sentence,
        path=message.path,
        to=to.name if to else "",
        at=row.notice.created_at,
        next_at=row.delivery.next_at if row.delivery.state == DeliveryState.WAITING else None,
    )
