"""Mentions that their person has not read yet."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns


class UnreadMention(Base):
    """Notes of an experiment or of a saved comparison name an account; gone once that has read them."""

    __tablename__ = "unread_mentions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    experiment_id: Mapped[str | None] = mapped_column(
        ForeignKey("experiments.id", ondelete="CASCADE"), index=True
    )
    comparison_id: Mapped[str | None] = mapped_column(
        ForeignKey("comparisons.id", ondelete="CASCADE"), index=True
    )
    by_id: Mapped[str | None] = mapped_column(  # who wrote it; None: the dashboard's token
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    line: Mapped[str] = mapped_column(Text)  # of the notes, in which the name stands
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
