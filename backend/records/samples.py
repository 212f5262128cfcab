"""Samples: one row per series of a host in a trial, arrays inside."""

from sqlalchemy import Double, ForeignKey, String
from sqlalchemy.dialects.postgresql import ARRAY, REAL
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class SampleSeries(Base):
    __tablename__ = "sample_series"

    trial_id: Mapped[str] = mapped_column(ForeignKey("trials.id", ondelete="CASCADE"), primary_key=True)
    host_id: Mapped[str] = mapped_column(ForeignKey("hosts.id", ondelete="CASCADE"), primary_key=True)
    series: Mapped[str] = mapped_column(String(120), primary_key=True)
    seq: Mapped[int]  # of the last batch stored
    times: Mapped[list[float]] = mapped_column(ARRAY(Double))  # epoch seconds
    values: Mapped[list[float | None]] = mapped_column(ARRAY(REAL))
