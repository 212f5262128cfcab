"""Receivers of notices, what they are told, and each sending of it."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class Receiver(Base):
    """A webhook, a chat or a mail address that an admin entered. `address` may be a secret by itself."""

    __tablename__ = "notice_receivers"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    way: Mapped[str] = mapped_column(String(16))  # webhook, slack or mail
    address: Mapped[str] = mapped_column(Text)
    secret: Mapped[str | None] = mapped_column(Text)  # that webhooks are signed with
    kinds: Mapped[list[str]] = mapped_column(ARRAY(String(16)))  # of notices that it is sent
    enabled: Mapped[bool] = mapped_column(default=True)
    made_by: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class Notice(Base):
    """What happened, in the words of that moment: its subject may be gone when it is sent."""

    __tablename__ = "notices"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(32), default="")  # id of an experiment or a host
    said: Mapped[dict[str, Any]] = mapped_column(JSONB)  # as notices/said.py has it
    created_at: Mapped[datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.now(), index=True
    )


class Delivery(Base):
    """One notice to one receiver, or to the mail address of an account."""

    __tablename__ = "notice_deliveries"
    __table_args__ = (Index("ix_notice_deliveries_due", "next_at", postgresql_where="state = 'waiting'"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    notice_id: Mapped[str] = mapped_column(ForeignKey("notices.id", ondelete="CASCADE"), index=True)
    receiver_id: Mapped[str | None] = mapped_column(
        ForeignKey("notice_receivers.id", ondelete="CASCADE"), index=True
    )
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    state: Mapped[str] = mapped_column(String(16), default="waiting")  # waiting, delivered or given_up
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    outcome: Mapped[str] = mapped_column(String(300), default="")  # of the last try, in words
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
