"""Recipes that people saved: a row for each version."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String, Text, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns


class OwnRecipe(Base):
    """One version; a version is never changed. Retired together, versions stay and can be brought back."""

    __tablename__ = "own_recipes"
    __table_args__ = (UniqueConstraint("slug", "version", name="uq_own_recipes_slug"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    slug: Mapped[str] = mapped_column(String(80))
    version: Mapped[int]
    title: Mapped[str] = mapped_column(String(120))
    yaml: Mapped[str] = mapped_column(Text)
    owner_id: Mapped[str | None] = mapped_column(  # who saved this version; None: the dashboard's token
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    retired_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
