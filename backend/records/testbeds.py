"""Testbeds: named assignments of hosts to roles."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from backend.database import Base
from backend.records.hosts import Host
from backend.records.sharing import columns

MAX_LOAD_HOSTS = 64


def place_of(role: str, position: int) -> str:
    """Key of a host in an experiment's facts: `load`, `load-2`, `load-3`, `proxy`, `backend`."""
    return role if position == 0 else f"{role}-{position + 1}"


def facts_of(hosts: Mapping[str, Host]) -> dict[str, Any]:
    """What an experiment keeps of its hosts, by place: their names, addresses and facts as they are now."""
    return {
        place: {"host_id": host.id, "host": host.name, "address": host.address, "facts": host.facts}
        for place, host in hosts.items()
    }


class Testbed(Base):
    __tablename__ = "testbeds"
    __table_args__ = (
        Index("uq_testbeds_name_in_use", "name", unique=True, postgresql_where="retired_at IS NULL"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(columns.name(80))
    version: Mapped[int] = mapped_column(default=0)  # counts up, so that no change is lost to another
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    retired_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # its results stay
    last_check: Mapped[dict[str, Any] | None] = mapped_column(JSONB)  # when, and host → its job
    roles: Mapped[list["TestbedRole"]] = relationship(
        lazy="selectin", cascade="all, delete-orphan", order_by="TestbedRole.role, TestbedRole.position"
    )


class TestbedRole(Base):
    __tablename__ = "testbed_roles"

    testbed_id: Mapped[str] = mapped_column(ForeignKey("testbeds.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(16), primary_key=True)
    # only load has > 0
    position: Mapped[int] = mapped_column(primary_key=True, default=0, server_default="0")
    host_id: Mapped[str] = mapped_column(ForeignKey("hosts.id"))
