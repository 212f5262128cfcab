"""Receivers of notices and what was sent to them, for admins; and what one's own account is told."""

from fastapi import APIRouter

from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.errors import Invalid
from backend.identity import accounts
from backend.identity.principal import PrincipalDep
from backend.notifications import service
from backend.notifications.schemas import (
    DeliveryOut,
    NewReceiver,
    OwnNotices,
    OwnNoticesOut,
    ReceiverChange,
    ReceiverIn,
    ReceiverOut,
)
from backend.settings import get_settings

router = APIRouter(tags=["notices"])


@router.get("/receivers")
def list_receivers(session: SessionDep) -> list[ReceiverOut]:
    """Where notices go, by name."""
    return service.list_receivers(session)


@router.post("/receivers", status_code=201)
def make_receiver(body: ReceiverIn, session: SessionDep, principal: PrincipalDep) -> NewReceiver:
    """A webhook, a chat or a mail address; the secret of a webhook is shown once."""
    receiver = service.make(session, body, principal.name)
    record(
        session, principal, Act.RECEIVER_CHANGED, receiver.id, receiver.name, how="made", to=receiver.place
    )
    return receiver


@router.patch("/receivers/{receiver_id}")
def change_receiver(
    receiver_id: str, body: ReceiverChange, session: SessionDep, principal: PrincipalDep
) -> ReceiverOut:
    """Its name, address, what it is told, whether at all."""
    receiver = service.change(session, receiver_id, body)
    changes = body.model_dump(mode="json", exclude_unset=True, exclude={"address"})
    changes |= {"how": "changed", "to": receiver.place}
    record(session, principal, Act.RECEIVER_CHANGED, receiver.id, receiver.name, **changes)
    return receiver


@router.delete("/receivers/{receiver_id}", status_code=204)
def delete_receiver(receiver_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """Nothing more is sent to it; the list of what was goes with it."""
    was = service.delete(session, receiver_id)
    record(session, principal, Act.RECEIVER_CHANGED, was.id, was.name, how="deleted", to=was.place)


@router.post("/receivers/{receiver_id}/test", status_code=202)
def send_test(receiver_id: str, session: SessionDep) -> DeliveryOut:
    """A notice that says that it is a test; the list of deliveries says what came of it."""
    return service.send_test(session, receiver_id)


@router.get("/deliveries")
def list_deliveries(session: SessionDep, receiver_id: str | None = None) -> list[DeliveryOut]:
    """The newest 200, of one receiver or of all; kept for 30 days."""
    return service.list_deliveries(session, receiver_id)


@router.post("/deliveries/{delivery_id}/again", status_code=202)
def send_again(delivery_id: str, session: SessionDep) -> DeliveryOut:
    """Send it once more, under the same id."""
    return service.again(session, delivery_id)


@router.get("/me/notices")
def get_own_notices(session: SessionDep, principal: PrincipalDep) -> OwnNoticesOut:
    """What one's own account is told, and whether there is a mail server at all."""
    has_mail = bool(get_settings().smtp_host)
    if principal.is_owner:
        return OwnNoticesOut(email=None, mail_when_done=False, has_mail=has_mail)
    account = accounts.own_account(session, principal)
    return OwnNoticesOut(
        email=account.email,
        mail_when_done=account.mail_when_done,
        has_mail=has_mail,
    )


@router.put("/me/notices")
def change_own_notices(body: OwnNotices, session: SessionDep, principal: PrincipalDep) -> OwnNoticesOut:
    """One's own mail address, and what comes there."""
    if body.mail_when_done and not body.email:
        raise Invalid.at("email", "Enter the address that mail is to go to")
    account = accounts.own_account(session, principal)
    account.email, account.mail_when_done = body.email, body.mail_when_done
    return OwnNoticesOut(**body.model_dump(), has_mail=bool(get_settings().smtp_host))
