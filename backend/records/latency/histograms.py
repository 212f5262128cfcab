"""The latency of every request of a trial: apart from trials, so that lists do not load it."""

from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class TrialLatency(Base):
    """A histogram of 2 to 5 kB: HdrHistogram V2, microseconds; see agents/catalog/histogram.py."""

    __tablename__ = "latency_histograms"

    trial_id: Mapped[str] = mapped_column(ForeignKey("trials.id", ondelete="CASCADE"), primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    host_id: Mapped[str] = mapped_column(String(32), primary_key=True)  # that the load came from
    histogram: Mapped[bytes] = mapped_column(LargeBinary)
    printed: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)  # metric → s, as the tool printed it
