"""Writing down who did what, in the transaction of what was done."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy.orm import Session

from backend.records.audit.entries import AuditEntry

_MAX_LENGTH = 300


class Act(StrEnum):
    """What can be done that others may ask about."""

    LAUNCHED = "launched"
    IMPORTED = "imported"
    CANCELLED = "cancelled"
    RESUMED = "resumed"
    EXTENDED = "measured more"
    JUDGED = "judged again"
    DELETED = "deleted"
    SAVED = "saved"
    CHANGED = "changed"
    SHARED = "shared"
    ENROLLED = "enrolled"
    REFUSED = "refused"
    REMOVED = "removed"
    RESTORED = "restored"
    SIGNED_IN = "signed in"
    FAILED_SIGN_IN = "failed sign-in"
    INVITED = "invited"
    JOINED = "joined"
    LINKED = "linked"
    RIGHTS_CHANGED = "rights changed"
    PASSWORD_CHANGED = "password changed"
    PASSWORD_LINK_MADE = "password link made"
    TOKEN_MADE = "token made"
    RECEIVER_CHANGED = "receiver changed"


@dataclass(frozen=True)
class Stranger:
    """Somebody who did not come in."""

    account_id: str | None = None
    name: str = "nobody"


class Actor(Protocol):
    """Who did it: a Principal."""

    @property
    def account_id(self) -> str | None: ...
    @property
    def name(self) -> str: ...


def record(
    session: Session, actor: Actor, act: Act, subject: str = "", words: str = "", **details: Any
) -> None:
    """Add an entry.

    subject  id of what it was done to
    words    what that is called
    details  what else others may ask about; never a secret
    """
    session.add(
        AuditEntry(
            account_id=actor.account_id,
            name=actor.name,
            act=act,
            subject=subject[:64],
            words=words[:_MAX_LENGTH],
            details=details,
        )
    )
