"""API models of bisects."""

from datetime import datetime

from pydantic import BaseModel, Field

from backend.bisects.course import Outcome
from backend.errors import ProblemItem
from backend.records.bisects.bisect import BisectState
from backend.refs import ExperimentRef, PersonRef


class BisectPlan(BaseModel):
    """Rounds and time that a bisect is likely to take. With errors it cannot be launched."""

    errors: list[ProblemItem] = Field(default_factory=list)
    variants: list[str] = Field(default_factory=list, description="names in their order")
    experiments: int = Field(default=0, description="that one change takes at most")
    max_rounds: int = Field(default=0, description="of each experiment")
    likely_rounds: int | None = Field(
        default=None,
        description="of an experiment on average, where there is such a change; "
        "None: noise is not known, or so many rounds seldom find it",
    )
    likely_seconds: float | None = Field(default=None, description="of all experiments together")
    max_seconds: float = 0
    sentence: str = ""


class BisectStepOut(BaseModel):
    experiment: ExperimentRef
    is_deleted: bool = False
    outcome: Outcome | None = Field(description="None while it is measured")
    words: str = Field(description="outcome in words; empty while it is measured")
    rounds: int | None = Field(description="whole ones that it took")


class BisectOut(BaseModel):
    """A bisect. Its answer is `sentence`."""

    id: str
    name: str
    state: BisectState
    sentence: str
    is_trusted: bool = Field(description="false: the experiment of a step is not trustworthy")
    problem: str = Field(description="why the next step waits, or why it failed; else empty")
    variants: list[str] = Field(description="names in their order")
    min_effect: float = Field(description="the change looked for, 0.03 is ±3%")
    max_rounds: int
    likely_rounds: int | None
    max_steps: int = Field(description="experiments that one change takes at most")
    steps: list[BisectStepOut]
    testbed: ExperimentRef | None
    owner: PersonRef | None
    created_at: datetime
    finished_at: datetime | None
