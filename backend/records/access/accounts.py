"""People: their accounts, the tokens of their programs, and the links that invite others."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class Account(Base):
    """A person. Rows stay, so that what somebody did keeps its name; one that is disabled opens nothing."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    login: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(120))
    role: Mapped[str] = mapped_column(String(16))  # viewer, operator or admin
    can_reach_hosts: Mapped[bool] = mapped_column(default=False)
    password_hash: Mapped[str | None] = mapped_column(Text)  # argon2; None: signs in by other ways only
    is_owners: Mapped[bool] = mapped_column(default=False)  # made by `dyno login`, which signs in to no other
    subject: Mapped[str | None] = mapped_column(String(512), unique=True)  # issuer and subject of OIDC
    email: Mapped[str | None] = mapped_column(String(254))  # where notices go
    mail_when_done: Mapped[bool] = mapped_column(default=False)  # of experiments of one's own
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    disabled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ApiToken(Base):
    """Lets a program act for a person. Only its hash is kept; its person's role bounds what it may do."""

    __tablename__ = "api_tokens"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    scope: Mapped[str] = mapped_column(String(16))  # read, operate or hosts
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Invitation(Base):
    """A link that was not used yet and makes one account. Its code is a secret; only the hash is kept."""

    __tablename__ = "invitations"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    note: Mapped[str] = mapped_column(String(120))  # for whom, in the words of who made it
    role: Mapped[str] = mapped_column(String(16))
    can_reach_hosts: Mapped[bool]
    made_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
