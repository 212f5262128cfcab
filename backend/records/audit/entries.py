"""What people did, one row each, which are only added."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, ForeignKey, Identity, Index, String, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class AuditEntry(Base):
    """An act. A trigger of the database refuses to change or delete rows (migration 0020)."""

    __tablename__ = "audit"
    __table_args__ = (
        Index("ix_audit_act_id", "act", "id"),
        Index("ix_audit_account_id_id", "account_id", "id"),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    name: Mapped[str] = mapped_column(String(120))  # of who did it, as it was then
    act: Mapped[str] = mapped_column(String(32))
    subject: Mapped[str] = mapped_column(String(64))  # id of what it was done to; empty: of nothing
    words: Mapped[str] = mapped_column(Text)  # what that is called
    details: Mapped[dict[str, Any]] = mapped_column(JSONB)
