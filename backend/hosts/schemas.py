"""What the API says of hosts."""

from datetime import datetime

from pydantic import BaseModel, Field, computed_field
from pydantic.json_schema import SkipJsonSchema

from agents.catalog.roles import Role
from agents.contract.reports import Facts, UnrestoredSetting
from agents.contract.states import HostCondition
from backend.fields import MAX_LABELS, Labels
from backend.refs import ExperimentRef


class UnrestoredSettingOut(UnrestoredSetting):
    """A value that could not be restored, and how a person does it."""

    command: str = Field(
        description="made by the dashboard; empty where name or value is not of the form that it has to be"
    )


class DuplicateAgentOut(BaseModel):
    """Another agent that has a host's credential: its state directory, or this one's, is a copy."""

    hostname: str
    machine: str
    address: str = Field(description="where it calls from")
    seen_at: datetime


class ReportErrorOut(BaseModel):
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
    install: str = Field(
        default="", description="one line that installs what is missing, where its system is known"
    )
    unrestored_settings: list[UnrestoredSettingOut] = Field(
        description="values that could not be restored, while it needs a restore"
    )
    dropped_messages: int = Field(
        description="messages that its agent dropped since its start: not signed for it by this dashboard"
    )
    labels: list[str] = Field(default_factory=list, description="by which experiments choose testbeds")
    drained_at: datetime | None = Field(None, description="since when nothing new starts on it")
    waiting: int = Field(0, description="experiments that are queued for it")
    outdated: str = Field("", description="why its agent, or the dashboard, is to be upgraded")
    unavailable: str = Field(
        default="", description="why its agent cannot work for this dashboard, and what to do"
    )
    report_error: ReportErrorOut | None = None
    duplicate_agent: DuplicateAgentOut | None = None
    held_by: ExperimentRef | None = None
    claimed_by: str = Field(
        default="", description="the other dashboard that holds it for an experiment of its own"
    )

    @computed_field
    def unfit(self) -> SkipJsonSchema[str]:
        """The name of `unavailable` that `dyno` of 0.1.0 reads; until 0.2.0."""
        return self.unavailable


class HostEdit(BaseModel, extra="forbid"):
    """Labels, or whether experiments may start on it."""

    labels: Labels | None = Field(None, description="all of them")
    seen: list[str] | None = Field(
        None, max_length=MAX_LABELS, description="labels before the change; others by now answer 409"
    )
    drained: bool | None = Field(None, description="nothing new starts on it; what runs there ends")


class RestoreIn(BaseModel):
    """Put a host back once more."""

    forget: bool = Field(False, description="leave what cannot be restored as it is")


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
