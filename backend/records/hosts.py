"""Hosts: machines with an agent."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Integer, String, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from agents.contract.addresses import AGENT_PORTS
from agents.contract.heartbeat import BEAT_EVERY_S
from backend.database import Base
from backend.records.sharing import columns


class Host(Base):
    __tablename__ = "hosts"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(columns.name(63), unique=True)
    roles: Mapped[list[str]] = mapped_column(ARRAY(String(16)))
    address: Mapped[str] = mapped_column(columns.never(String(255)))
    ports: Mapped[list[int]] = mapped_column(ARRAY(Integer), default=lambda: list(AGENT_PORTS))  # first, last
    version: Mapped[str] = mapped_column(String(32))
    contract: Mapped[int] = mapped_column(default=0)  # that its agent speaks: agents/contract/version.py
    allowed_roles: Mapped[list[str]] = mapped_column(ARRAY(String(16)))  # that it was let in with
    token_hash: Mapped[str | None] = mapped_column(String(64), unique=True)  # None: revoked
    broker_password_digest: Mapped[str] = mapped_column(String(64), default="")  # SHA-256; empty: none
    online: Mapped[bool] = mapped_column(default=True)
    condition: Mapped[str] = mapped_column(String(16), default="clean")
    instance: Mapped[str] = mapped_column(String(64), default="")  # changes at every start of the agent
    displaced: Mapped[list[str]] = mapped_column(ARRAY(String(64)), default=list)  # instances before it
    # another agent with its credential
    duplicate_agent: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    claimed: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))  # by another dashboard
    report_error: Mapped[dict[str, Any] | None] = mapped_column(JSONB)  # its last refused message
    # UnrestoredSetting, while it needs a restore
    unrestored_settings: Mapped[list[dict[str, Any]]] = mapped_column(columns.never(JSONB()), default=list)
    active_jobs: Mapped[list[str]] = mapped_column(ARRAY(String(40)), default=list)
    facts: Mapped[dict[str, Any]] = mapped_column(columns.never(JSONB()), default=dict)
    dropped_messages: Mapped[int] = mapped_column(default=0)  # that we had not signed, since that start
    last_seen: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    beat_every_s: Mapped[float] = mapped_column(default=BEAT_EVERY_S)  # as its agent was told last
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    labels: Mapped[list[str]] = mapped_column(
        columns.never(ARRAY(String(96))), default=list, server_default="{}"
    )  # backend/fields.py
    drained_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # nothing new starts on it
    removed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # its results stay
