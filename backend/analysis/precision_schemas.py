"""API models of the number of rounds that are needed, of the width of intervals, and of halving."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from backend.analysis.decision import Decision
from backend.analysis.precision import Precision


class GoalOut(BaseModel):
    """Whether the plan shows the change that somebody wants to see, and what would."""

    model_config = ConfigDict(from_attributes=True)

    effect: float = Field(description="0.05 = 5%, the default")
    chance: float = Field(description="share of experiments in which the plan finds it")
    tone: Literal["green", "amber", "red"] = Field(description="green from 80% on, red below 50%")
    rounds: int | None = Field(
        description="that find it in 80%: a fixed number, the maximum, or trials of a run of halving; "
        "null where no number that can be launched does"
    )
    seconds: float | None = Field(description="wall time with so many rounds")
    seconds_short: float | None = Field(description="with trials of `noise.trial_s`, where that is shorter")
    min_effect: float | None = Field(
        description="smallest change that matters that would let it count; null where it counts"
    )
    sentence: str


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


class FewestOut(BaseModel):
    """A plan that may end early: at its soonest, and as it is likely to go."""

    model_config = ConfigDict(from_attributes=True)

    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    likely_rounds: int | None = Field(description="that a change of 5% takes on average")
    likely_seconds: float | None
    analyses: list[int] = Field(
        default_factory=list, description="whole rounds after which interim analyses are made"
    )


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


class PlannedStage(BaseModel):
    """A stage of halving: its rounds, counted from 1, and what it measures."""

    model_config = ConfigDict(from_attributes=True)

    number: int
    first: int
    last: int
    rounds: int
    candidates: int = Field(description="of each workload")
    runs: int = Field(description="of all workloads, with baselines and controls")
    trials: int


class HalvedOut(BaseModel):
    """Forecast of halving with as many trials, where it finds smaller changes than the plan."""

    model_config = ConfigDict(from_attributes=True)

    trials: int = Field(description="of a run, as the definition would say")
    smallest_effect: float = Field(description="found in 80% of experiments, 0.03 = 3%")
    sentence: str
