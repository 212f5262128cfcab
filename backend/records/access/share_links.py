"""Share links: what anybody who has one may read."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, String
from sqlalchemy.dialects.postgresql import JSON, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class ShareLink(Base):
    """A link to one result. Its token is a secret, of which only the hash is kept."""

    __tablename__ = "share_links"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(16))  # experiment, run, comparison
    as_report: Mapped[bool] = mapped_column(default=False)  # its report only
    subject_id: Mapped[str | None] = mapped_column(String(32), index=True)  # None: a view of Compare
    state: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # of that view
    rules: Mapped[dict[str, int]] = mapped_column(  # experiment id → rules of its verdicts at that time
        JSONB, default=dict, server_default="{}"
    )
    title: Mapped[str] = mapped_column(String(200))  # of the subject when it was made
    with_hosts: Mapped[bool]
    made_by: Mapped[str] = mapped_column(String(200))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # None: never
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    opened_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # last, to within minutes
