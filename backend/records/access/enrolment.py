"""Enrolment: the tokens that let agents in, and the agents that wait for a person."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, String, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class EnrolmentToken(Base):
    """Lets an agent ask to become a host. Rows of used and revoked tokens stay: they say no for ever."""

    __tablename__ = "enrolment_tokens"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    host_name: Mapped[str | None] = mapped_column(String(63))  # made for this host; None: for any name
    roles: Mapped[list[str]] = mapped_column(ARRAY(String(16)))  # that may be asked for with it
    reusable: Mapped[bool]
    approves: Mapped[bool]  # False: a person looks at who comes with it
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    used_by: Mapped[str | None] = mapped_column(String(63))  # name of the last host that came with it
    host_id: Mapped[str | None] = mapped_column(String(32))  # that host, once it is let in
    # of the last agent that came with it, if it was refused
    refusal: Mapped[str | None] = mapped_column(Text)


class EnrolmentRequest(Base):
    """An agent that waits until a person approves it; it asks again and again, with the same credential."""

    __tablename__ = "enrolment_requests"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)  # of its credential
    token_id: Mapped[str | None] = mapped_column(ForeignKey("enrolment_tokens.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(63))
    roles: Mapped[list[str]] = mapped_column(ARRAY(String(16)))
    address: Mapped[str] = mapped_column(String(255))
    peer: Mapped[str] = mapped_column(String(64))  # address that it calls from
    version: Mapped[str] = mapped_column(String(32))
    contract: Mapped[int] = mapped_column(default=0, server_default="0")
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB)
    reason: Mapped[str] = mapped_column(Text)
    refused: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    asked_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
