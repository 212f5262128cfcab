"""API models of a calibration. Spreads and changes are shares: 0.02 is 2%."""

from pydantic import BaseModel, Field

from backend.analysis.calibration.disturbances import Kind


class LengthOut(BaseModel):
    """Noise of trials of one length, and what showing a change of 2% takes with them."""

    seconds: float
    within: float = Field(description="spread of trials of one start")
    measured: bool = Field(description="by whole trials; else from what was served in a part of them")
    rounds: int | None = Field(description="None: more than 1000")
    total_s: float | None


class EqualPairOut(BaseModel):
    a: str
    b: str
    change: float
    low: float
    high: float


class EqualsOut(BaseModel):
    """Count of equal runs that were called different. Nothing of it before the end."""

    called: int = Field(description="runs called better or worse than the first, as any experiment does it")
    candidates: int
    pairs_called: int = Field(description="pairs whose 95% interval excludes 0")
    pairs: int
    pairs_expected: float
    called_pairs: list[EqualPairOut]
    sentence: str


class NeedOut(BaseModel):
    """Rounds that show a change here: baseline, control and one candidate, new servers each round."""

    effect: float
    min_effect: float
    rounds: int | None = Field(description="fixed, finds it in 80% of experiments; None: more than 1000")
    seconds: float | None
    decided_rounds: int = Field(description="on average, where rounds go on until decided, at most 40")
    decided_seconds: float
    chance: float = Field(description="that it is found then")


class DisturbanceOut(BaseModel):
    """Something that goes with slower trials."""

    kind: Kind
    machine: str
    name: str
    trials: int = Field(description="in which there was much of it")
    share: float = Field(description="of the measured CPUs in those")
    change: float = Field(description="of req/s there, against the other trials")
    p: float = Field(description="over all that was looked at")
    period_s: float | None
    sentence: str


class FarTrialOut(BaseModel):
    trial_id: str
    run: str
    round: int
    at_s: float
    change: float
    sentence: str


class MachineLine(BaseModel):
    """Series of one machine, a value for each trial."""

    machine: str
    others: list[float | None] = Field(description="share of the measured CPUs that other processes used")
    steal: list[float | None]
    interrupts: list[float | None] = Field(description="share of the measured CPUs in interrupts")
    interrupts_per_s: list[float | None]


class TimelineOut(BaseModel):
    """The valid trials in the order of time."""

    at_s: list[float] = Field(description="seconds since the first began")
    change: list[float] = Field(description="of req/s, against the median of the run")
    trial_ids: list[str]
    runs: list[str]
    rounds: list[int]
    far: list[bool]
    machines: list[MachineLine]


class CalibrationOut(BaseModel):
    """The noise of a testbed, by an experiment of equal runs."""

    rounds: int = Field(description="with a valid trial of two runs at least")
    rounds_planned: int
    trials: int = Field(description="valid ones")
    left_out: int = Field(description="invalid and failed ones")
    length_s: float | None = Field(description="of a trial; None where it ends by a number of requests")
    between: float | None = Field(description="spread of one start of a server against another")
    between_range: list[float] | None = Field(description="95% interval, two ends")
    within: float | None = Field(description="spread of trials of one start")
    within_range: list[float] | None
    starts: int
    sentence: str
    cautions: list[str] = Field(description="what cannot be said, and why")
    lengths: list[LengthOut]
    equals: EqualsOut | None
    needs: list[NeedOut]
    disturbances: list[DisturbanceOut]
    far: list[FarTrialOut]
    timeline: TimelineOut
    todo: list[str]
