"""API models of a reproduction, before an experiment is measured once more."""

from datetime import datetime

from pydantic import BaseModel, Field

from agents.catalog.roles import Role
from agents.contract.states import HostCondition
from backend.errors import ProblemItem
from backend.execution.launching.schemas import ExperimentIn
from backend.records.facts_flat import FactChange
from backend.refs import ExperimentRef


class HostSince(BaseModel):
    """Host that has a role now, and the one that had it then."""

    role: Role
    then: str | None = Field(description="name of the host at launch; None: none had this role")
    now: str | None = Field(description="None: nobody has it in this testbed")
    online: bool
    condition: HostCondition | None
    last_seen: datetime | None = Field(description="what is said of its facts is as of then")


class ReproduceOut(BaseModel):
    """Changes since the experiment, the plan of the same definition now, and the body that launches it."""

    experiment: ExperimentRef
    measured_at: datetime
    testbed: ExperimentRef
    seed: int = Field(description="of the experiment: with it, trials come in the same order")
    hosts: list[HostSince]
    facts_changed: list[FactChange] = Field(description="of each host, since the launch")
    errors: list[ProblemItem] = Field(description="why it cannot be launched now")
    runs: int
    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    queue_behind: list[ExperimentRef]
    launch: ExperimentIn = Field(description="to be sent to POST /api/v1/experiments as it is")
