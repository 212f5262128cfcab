"""Hosts: machines with an agent."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, String, func
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from backend.database import Base


class Host(Base):
    __tablename__ = "hosts"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(63), unique=True)
    roles: Mapped[list[str]] = mapped_column(ARRAY(String(16)))
    address: Mapped[str] = mapped_column(String(255))
    version: Mapped[str] = mapped_column(String(32))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    job_key: Mapped[str] = mapped_column(String(64))
    online: Mapped[bool] = mapped_column(default=True)
    condition: Mapped[str] = mapped_column(String(16), default="clean")
    instance: Mapped[str] = mapped_column(String(64), default="")  # changes at every start of the agent
    leftovers: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list)  # LeftOver, while dirty
    active_jobs: Mapped[list[str]] = mapped_column(ARRAY(String(40)), default=list)
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    last_seen: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
