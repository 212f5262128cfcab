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


class RivalOut(BaseModel):
    """Another agent that has a host's credential: its state directory, or this one's, is a copy."""

    hostname: str
    machine: str
    address: str = Field(description="where it calls from")
    seen_at: datetime


class MisfitOut(BaseModel):
    """The last message of an agent that this dashboard refused, since the agent's start."""

    what: str = Field(examples=["report"])
    why: str
    count: int
    at: datetime


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
    unfit: str = Field("", description="why its agent cannot work for this dashboard, and what to do")
    misfit: MisfitOut | None = None
    rival: RivalOut | None = None
    held_by: ExperimentRef | None = None
    claimed_by: str = Field("", description="the other dashboard that holds it for an experiment of its own")


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
