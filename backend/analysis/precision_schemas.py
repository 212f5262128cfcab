"""API models of the number of rounds that are needed, of the width of intervals, and of halving."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from backend.analysis.decision import Decision
from backend.analysis.precision import Precision


class CalibrationRef(BaseModel):
    """The calibration that is counted with."""

    id: str
    name: str
    at: datetime = Field(description="when it ended")
    outdated: list[str] = Field(description="why it may no longer hold: its age, hosts that have changed")


class NoiseOut(BaseModel):
    """Scatter of this testbed's trials, by its newest calibration, else by its newest experiments."""

    cv: float = Field(description="coefficient of variation of one trial's req/s, 0.05 = 5%")
    trial_s: float | None = Field(description="length of the trials that it is known from")
    between_starts: float | None = Field(
        None, description="spread of one start of a server against another; None until it could be told apart"
    )
    within_starts: float | None = Field(
        default=None, description="of trials of one start, where it was calibrated"
    )
    calibration: CalibrationRef | None = None


class KnownNoiseOut(BaseModel):
    """Noise that is known of a testbed, and from what."""

    noise: NoiseOut | None = Field(description="None until something was measured on it")
    sentence: str


class PrecisionOut(Precision):
    sentence: str = Field(examples=["Ended after 9 rounds: every interval within ±1%."])


class DecisionOut(Decision):
    sentence: str = Field(examples=["Ended after 18 of at most 40 rounds: every candidate is decided."])


class Ranked(BaseModel):
    """A candidate at the end of a stage."""

    run_id: str
    name: str
    change: float | None = Field(
        description="the middle one of its rounds' changes in req/s, by which it is ranked; None without any"
    )
    goes_on: bool


class StageOut(BaseModel):
    """One stage as planned, and as far as it has come."""

    number: int
    first: int = Field(description="its rounds, from 1")
    last: int
    candidates: int = Field(description="of each workload, as planned")
    trials: int = Field(description="of all runs together, baselines and controls too")
    state: Literal["waiting", "running", "ended", "stopped"]
    ranking: list[Ranked] = Field(
        description="at its end, where it decided who goes on: the best first, workload by workload"
    )


class Halving(BaseModel):
    stages: list[StageOut]
    entrants: int = Field(description="candidates that began, of all workloads: verdicts count them all")
    remaining: list[str] = Field(description="ids of the candidates that were not eliminated")


class HalvingOut(Halving):
    sentence: str = Field(examples=["Halving, stage 2 of 3: 6 of 11 candidates remain; …"])


class PlannedStage(BaseModel, from_attributes=True):
    """A stage of halving: its rounds, counted from 1, and what it measures."""

    number: int
    first: int
    last: int
    rounds: int
    candidates: int = Field(description="of each workload")
    runs: int = Field(description="of all workloads, with baselines and controls")
    trials: int
