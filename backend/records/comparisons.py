"""Comparisons that were saved under a name."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, String, func
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns


class Comparison(Base):
    """A selection of runs with the filters of its page; the figures are computed when it is looked at."""

    __tablename__ = "comparisons"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(columns.name(200))
    owner_id: Mapped[str | None] = mapped_column(  # who saved it first; None: the dashboard's token
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    notes: Mapped[str] = mapped_column(columns.notes(), default="")  # Markdown, as written
    notes_version: Mapped[int] = mapped_column(default=0)
    notes_by: Mapped[str | None] = mapped_column(  # who wrote them last
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    notes_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    mentions: Mapped[list[str]] = mapped_column(columns.persons(), default=list)  # accounts, by the notes
    state: Mapped[dict[str, Any]] = mapped_column(JSON)  # the search parameters of the Compare page
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
