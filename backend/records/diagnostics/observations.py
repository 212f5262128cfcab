"""What diagnostics saw, apart from trials, so that lists do not load it: a row for each host and subject."""

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class _Seen:
    trial_id: Mapped[str] = mapped_column(ForeignKey("trials.id", ondelete="CASCADE"), primary_key=True)
    host_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    subject: Mapped[str] = mapped_column(String(64), primary_key=True)  # key of a setup, or `load`
    role: Mapped[str] = mapped_column(String(16))  # of that setup in its run; load
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)


class KeptProfile(_Seen, Base):
    __tablename__ = "profiles"

    event: Mapped[str] = mapped_column(String(16))
    hz: Mapped[int]
    kernel_names: Mapped[bool]
    lost: Mapped[int]  # samples
    cpu_s: Mapped[float]  # by exact counters
    stacks: Mapped[bytes] = mapped_column(LargeBinary)  # folded text, deflated; see stack_text.py


class KeptSystemCalls(_Seen, Base):
    __tablename__ = "system_calls"

    counts: Mapped[dict[str, int]] = mapped_column(JSONB)  # name → calls
    requests: Mapped[float | None]  # that the setup counted itself meanwhile
    lost: Mapped[int] = mapped_column(default=0)  # events: with any the counts are too small
