"""Bisects: which of several variants in order makes the difference."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import DateTime, ForeignKey, Index, String, Text, func
from sqlalchemy.dialects.postgresql import JSON, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns

BisectState = Literal["running", "finished", "failed", "cancelled"]


class Bisect(Base):
    """A series of experiments, each launched when the one before has ended; no share link shows one."""

    __tablename__ = "bisects"
    __table_args__ = (Index("ix_bisects_running", "experiment_id", postgresql_where="state = 'running'"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(columns.name(200))
    owner_id: Mapped[str | None] = mapped_column(  # who launched it; None: the dashboard's token
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    testbed_id: Mapped[str] = mapped_column(ForeignKey("testbeds.id"))
    definition: Mapped[dict[str, Any]] = mapped_column(columns.never(JSON()))  # variants in their order
    max_rounds: Mapped[int]  # of each step
    likely_rounds: Mapped[int | None]  # None: noise was not known
    steps: Mapped[list[dict[str, Any]]] = mapped_column(columns.never(JSONB()), default=list)
    experiment_id: Mapped[str | None] = mapped_column(  # of the step that is measured
        ForeignKey("experiments.id", ondelete="SET NULL")
    )
    state: Mapped[BisectState] = mapped_column(String(16), default="running")
    problem: Mapped[str] = mapped_column(columns.never(Text()), default="")  # why it waits, or failed
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
