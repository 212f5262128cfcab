"""What the API says of testbeds."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from agents.catalog.roles import Role
from agents.contract.states import HostCondition
from backend.fields import one_line
from backend.records.testbeds import MAX_LOAD_HOSTS
from backend.refs import ExperimentRef

TestbedName = Annotated[str, AfterValidator(one_line), Field(min_length=1, max_length=80)]
HostIds = Annotated[list[str], Field(min_length=1, max_length=MAX_LOAD_HOSTS)]
Roles = Annotated[dict[Role, str | HostIds], Field(min_length=1)]


class TestbedRoleOut(BaseModel):
    role: Role
    host_id: str
    host_name: str
    address: str
    online: bool
    removed: bool = Field(False, description="nobody can launch on the testbed until it is enrolled again")
    drained: bool = Field(False, description="nothing new starts on it")
    condition: HostCondition
    claimed_by: str = Field("", description="the other dashboard that holds it for an experiment of its own")
    cpus: int


class TestbedOut(BaseModel):
    id: str
    name: str
    roles: list[TestbedRoleOut] = Field(description="role after role; several load hosts in their order")
    colocated: list[list[Role]] = Field(description="groups of roles that share one machine")
    busy_with: ExperimentRef | None = None
    unavailable: str = Field(
        "",
        description="why nothing could begin on it, such as “proxy is offline”; empty where it could",
    )
    labels: list[str] = Field(default_factory=list, description="that all its hosts have")
    waiting: int = Field(0, description="experiments queued for hosts of this testbed")
    retired_at: datetime | None = None
    version: int = Field(description="counts up with every change of its name or roles")


class TestbedChange(BaseModel, extra="forbid"):
    retired: bool | None = Field(
        None, description="out of forms and lists, and its name is free; its results stay"
    )
    name: TestbedName | None = None
    roles: Roles | None = Field(None, description="all of them, as when it is made")
    version: int | None = Field(None, description="with a name or roles: the version that was changed")


class TestbedIn(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "lab", "roles": {"load": "06f3k2a8d1xq9z"}}]}
    )

    name: TestbedName
    roles: Roles = Field(description="role → host id; load: also a list, the first is used by default")
