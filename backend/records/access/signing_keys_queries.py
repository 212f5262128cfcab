"""SQL of the keys that jobs are signed with."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, exists, func, or_, select, text, update
from sqlalchemy.orm import Session

from backend.records.access.signing_keys import SigningKey

# put together once: every heartbeat and every step asks
_IS_IN_USE = or_(
    SigningKey.retired_at.is_(None),
    SigningKey.retired_at > bindparam("retired_after", type_=SigningKey.retired_at.type),
)
_IN_USE = select(SigningKey).where(_IS_IN_USE).order_by(SigningKey.created_at.desc(), SigningKey.id)

HAS_SIGNING = exists().where(SigningKey.retired_at.is_(None))
PRIVATE_KEYS = (
    select(func.jsonb_object_agg(SigningKey.id, func.encode(SigningKey.private_key, "hex")))
    .where(_IS_IN_USE)
    .scalar_subquery()
)
"""Private keys in use by id, in hexadecimal digits."""

_SIGNING = (
    select(SigningKey)
    .where(SigningKey.retired_at.is_(None))
    .order_by(SigningKey.created_at.desc(), SigningKey.id)
    .limit(1)
)


def in_use(session: Session, retired_after: datetime) -> Sequence[SigningKey]:
    """The key that signs, and those that were retired only since then; the newest first."""
    return session.scalars(_IN_USE, {"retired_after": retired_after}).all()


def signing(session: Session) -> SigningKey | None:
    """The key that signs; None before the first one was made. It writes no other changes before it asks."""
    with session.no_autoflush:
        return session.scalar(_SIGNING)


def lock(session: Session) -> None:
    """Until the end of the transaction nobody else makes a key."""
    session.execute(text("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE"))


def retire_all(session: Session, now: datetime) -> None:
    """No key signs from now on."""
    session.execute(update(SigningKey).where(SigningKey.retired_at.is_(None)).values(retired_at=now))
