"""Browsers that are signed in, and one-time links with which they sign in."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class BrowserSession(Base):
    """A browser that is signed in. Its cookie holds a secret, of which only the hash is kept."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    token_mark: Mapped[str] = mapped_column(String(64))  # of the dashboard's token: another token ends it
    account_id: Mapped[str | None] = mapped_column(  # None: of who holds the dashboard's token
        ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    came_from: Mapped[str] = mapped_column(String(8))  # what it began with: schemas.CameFrom
    browser: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SpentAnswer(Base):
    """An answer of the provider that was used: its state, hashed. It opens nothing a second time."""

    __tablename__ = "spent_answers"

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SignInLink(Base):
    """A link that was not used yet. Its code is a secret, of which only the hash is kept."""

    __tablename__ = "sign_in_links"

    code_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    token_mark: Mapped[str] = mapped_column(String(64))
    account_id: Mapped[str | None] = mapped_column(  # None: of who holds the dashboard's token
        ForeignKey("accounts.id", ondelete="CASCADE")
    )
    came_from: Mapped[str] = mapped_column(String(8))  # what the session begins with: schemas.CameFrom
    made_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
