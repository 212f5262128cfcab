"""API models of the queues of testbeds."""

from datetime import datetime

from pydantic import BaseModel, Field

from backend.experiments.schemas import QueueStart
from backend.refs import ExperimentRef
from backend.scheduling.assignment.queue_order import To


class QueueEntry(BaseModel):
    """An unfinished experiment in the line of a testbed."""

    id: str
    name: str
    by: str = Field(description="its owner, who launched it")
    launched_at: datetime
    testbed: ExperimentRef = Field(description="where it runs or waits; it may share hosts with another one")
    labels: list[str] = Field(
        default_factory=list, description="it begins on the first free testbed with these"
    )
    step: str | None = Field(None, description="what it does now, or waits for")
    seconds_left: float | None = Field(None, description="of one that has begun")
    start: QueueStart | None = Field(None, description="of one that waits")


class TestbedQueue(BaseModel):
    """Queue of a testbed: who uses its hosts, and who waits for them, first to begin first."""

    __test__ = False  # pytest takes names with Test for tests

    testbed: ExperimentRef
    now: str = Field(examples=["free", "busy with “first”", "load-1 is drained"])
    labels: list[str] = Field(description="that all its hosts have")
    running: list[QueueEntry]
    waiting: list[QueueEntry]


class MoveIn(BaseModel, extra="forbid"):
    """Another place in the line of a testbed."""

    testbed_id: str = Field(max_length=32)
    to: To
    seen: list[str] = Field(
        max_length=1000, description="ids of that line as it was seen; a line that has changed answers 409"
    )
