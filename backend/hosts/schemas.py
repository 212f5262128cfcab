"""What the API says of hosts."""

from datetime import datetime

from pydantic import BaseModel, Field

from agents.contract.reports import Facts, LeftOver
from agents.contract.states import HostCondition, Role
from backend.refs import ExperimentRef


class LeftOverOut(LeftOver):
    """A value that could not be put back, and how a person does it."""

    command: str = Field(
        description="made by the dashboard; empty where name or value is not of the form that it has to be"
    )


class HostOut(BaseModel):
    id: str
    name: str
    roles: list[Role]
    address: str
    version: str
    online: bool
    condition: HostCondition
    last_seen: datetime
    created_at: datetime
    facts: Facts
    missing: list[str] = Field(description="what recipes use and this host lacks, and how to install it")
    leftovers: list[LeftOverOut] = Field(description="values that could not be put back, while it is dirty")
    dropped_messages: int = Field(
        description="messages that its agent dropped since its start: not signed for it by this dashboard"
    )
    held_by: ExperimentRef | None = None


class RestoreIn(BaseModel):
    """Put a host back once more."""

    forget: bool = Field(False, description="leave what cannot be put back as it is")


class JobOut(BaseModel):
    """A job on a host, newest first."""

    id: str
    kind: str
    state: str
    experiment_id: str | None
    created_at: datetime
    sent_at: datetime | None
    reported_at: datetime | None
    failure_message: str | None = None


class HostDetail(HostOut):
    jobs: list[JobOut]
