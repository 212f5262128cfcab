"""Keys that jobs are signed with."""

from datetime import datetime

from sqlalchemy import DateTime, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class SigningKey(Base):
    """An Ed25519 key of the control plane, for all API and worker processes. The newest one signs."""

    __tablename__ = "signing_keys"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)  # start of the SHA-256 of the public key
    private_key: Mapped[bytes] = mapped_column(LargeBinary)  # 32 bytes
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    retired_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # a newer one signs since
