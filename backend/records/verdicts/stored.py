"""Deltas of ended experiments as they were given: later code does not change them."""

from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base
from backend.records.sharing import columns


class StoredVerdicts(Base):
    """One metric of an experiment by one version of the rules, in a transaction with the other metrics."""

    __tablename__ = "stored_verdicts"

    experiment_id: Mapped[str] = mapped_column(
        ForeignKey("experiments.id", ondelete="CASCADE"), primary_key=True
    )
    rules_version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    metric: Mapped[str] = mapped_column(String(64), primary_key=True)
    deltas: Mapped[dict[str, dict[str, Any]]] = mapped_column(columns.verdicts())  # run id → delta
    steps: Mapped[dict[str, dict[str, Any]]] = mapped_column(columns.verdicts())  # likewise
