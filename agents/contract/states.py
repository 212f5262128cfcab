"""The states of everything, one enum each; database, API and UI use these values as they are."""

from enum import StrEnum
from typing import Literal


class ExperimentState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    CANCELLING = "cancelling"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self in (ExperimentState.FINISHED, ExperimentState.FAILED, ExperimentState.CANCELLED)


class TrialState(StrEnum):
    QUEUED = "queued"
    PREPARING = "preparing"
    WARMING = "warming"
    MEASURING = "measuring"
    DONE = "done"
    INVALID = "invalid"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self in (TrialState.DONE, TrialState.INVALID, TrialState.FAILED, TrialState.CANCELLED)


class RunState(StrEnum):
    """State of a run's setups; the run's trials carry the measurement."""

    WAITING = "waiting"
    PREPARING = "preparing"
    READY = "ready"
    FAILED = "failed"


class JobState(StrEnum):
    PENDING = "pending"  # written, not yet handed to the broker
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"
    LOST = "lost"  # host silent, restarted, or never took it

    @property
    def is_final(self) -> bool:
        return self in (JobState.DONE, JobState.FAILED, JobState.LOST)


class HostCondition(StrEnum):
    CLEAN = "clean"
    APPLIED = "applied"
    NEEDS_RESTORE = "needs_restore"

    @classmethod
    def _missing_(cls, value: object) -> "HostCondition | None":
        return cls.NEEDS_RESTORE if value == "dirty" else None  # its name until 0.2.0


KeyType = Literal["rsa2048", "rsa4096", "ecdsa256"]
