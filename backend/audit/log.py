"""Writing down who did what, in the transaction of what was done."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

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
class Actor:
    """A person or a program that did it; without an account the dashboard's owner, or a stranger."""

    account_id: str | None
    name: str


STRANGER = Actor(None, "nobody")
"""Somebody who did not come in."""


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
