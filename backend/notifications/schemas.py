"""What routes of receivers and deliveries take and give."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from backend.fields import mail_address, one_line, storable
from backend.notifications.kinds import DeliveryState, NoticeKind, NoticeWay


def _rename_old(kind: Any) -> Any:
    return NoticeKind.NEEDS_RESTORE if kind == "host_dirty" else kind  # its name until 0.2.0


Asked = Annotated[
    Literal[NoticeKind.FINISHED, NoticeKind.FAILED, NoticeKind.WORSE, NoticeKind.NEEDS_RESTORE],
    BeforeValidator(_rename_old),
]
Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(one_line)]
Address = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)]
Kinds = Annotated[list[Asked], Field(min_length=1, max_length=4)]


class ReceiverIn(BaseModel, extra="forbid"):
    """Where notices go."""

    name: Name
    way: NoticeWay
    address: Address = Field(description="https://… of a webhook or chat, or a mail address")
    kinds: Kinds


class ReceiverChange(BaseModel, extra="forbid"):
    """Only what is given changes."""

    name: Name | None = None
    address: Address | None = None
    kinds: Kinds | None = None
    enabled: bool | None = Field(None, description="false also gives up what still waits")


class ReceiverOut(BaseModel):
    id: str
    name: str
    way: NoticeWay
    place: str = Field(description="scheme and host, as the rest may be a secret; or the mail address")
    kinds: list[NoticeKind]
    enabled: bool
    made_by: str
    created_at: datetime


class NewReceiver(ReceiverOut):
    secret: str | None = Field(description="that webhooks are signed with; shown this once")


class DeliveryOut(BaseModel):
    """One notice to one receiver."""

    id: str
    kind: NoticeKind
    title: str
    sentence: str
    path: str = Field(description="of the page that it is about")
    to: str = Field(description="name of the receiver, or of an account")
    state: DeliveryState
    tries: int
    outcome: str = Field(description="of the last try, in words; empty before the first")
    at: datetime = Field(description="when it happened")
    next_at: datetime | None = Field(description="the next try, while it waits")
    ended_at: datetime | None


class OwnNotices(BaseModel, extra="forbid"):
    """What one's own account is told by mail."""

    email: Annotated[str, AfterValidator(mail_address)] | None = Field(None, max_length=254)
    mail_when_done: bool = Field(False, description="of experiments that one launched")


class OwnNoticesOut(OwnNotices):
    has_mail: bool = Field(description="whether the dashboard has a mail server")
