"""What the API says of enrolment."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from agents.catalog.roles import ROLES, Role
from agents.contract.enrolment import HOST_NAME

HOUR_S, MAX_S = 3600, 30 * 86400


def _each_once(roles: list[Role]) -> list[Role]:
    return [role for role in ROLES if role in roles]


class TokenIn(BaseModel, extra="forbid", json_schema_extra={"examples": [{"roles": ["load", "proxy"]}]}):
    """What a token lets an agent do."""

    roles: Annotated[list[Role], AfterValidator(_each_once)] = Field(
        default_factory=lambda: list(ROLES), min_length=1, max_length=len(ROLES)
    )
    host_name: str | None = Field(
        None, pattern=HOST_NAME, description="only for this host, whose present agent it replaces"
    )
    reusable: bool = Field(False, description="for any number of new hosts until it expires")
    approves: bool = Field(True, description="without, a person approves each agent that comes with it")
    expires_in_s: int = Field(HOUR_S, ge=60, le=MAX_S)


class TokenOut(BaseModel):
    """A token without its secret."""

    id: str
    roles: list[Role]
    host_name: str | None
    reusable: bool
    approves: bool
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None
    used_by: str | None = Field(description="name of the last host that came with it")
    host_id: str | None = Field(description="that host, once it is let in")
    host_was_there: bool = Field(description="that host is older than the token: its agent was renewed")
    refusal: str | None = Field(description="why the last agent that came with it was refused")


class NewToken(TokenOut):
    token: str = Field(description="the secret; it is shown this once")
    ca_sha256: str = Field(
        description="of the dashboard's own CA, for the agent; empty where systems trust its certificate"
    )


class WaitingAgent(BaseModel):
    """An agent that a person has to approve."""

    id: str
    token_id: str | None
    name: str
    roles: list[Role]
    address: str
    peer: str = Field(description="address that it calls from")
    version: str
    hostname: str
    system: str
    reason: str
    is_known: bool = Field(description="it has the credential of the host of its name, and asks for a change")
    replaces: str | None = Field(description="id of the host whose agent it would lock out, if any")
    same_machine: bool | None = Field(description="whether it says to be on that host's machine")
    since: datetime
