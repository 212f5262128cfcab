"""What the API says about how many rounds are needed, and how narrow intervals are."""

from pydantic import BaseModel, ConfigDict, Field

from backend.experiments.results.precision import Precision


class ProposalOut(BaseModel):
    """Rounds that show a wanted change in 80% of experiments, by the noise of this testbed's trials."""

    model_config = ConfigDict(from_attributes=True)

    effect: float = Field(description="0.05 = 5%")
    rounds: int | None = Field(description="None: more than 1000")
    seconds: float | None
    seconds_short: float | None = Field(description="with trials of `noise.trial_s`, where that is shorter")


class NoiseOut(BaseModel):
    """How much trials of this testbed scatter, by its newest experiments."""

    cv: float = Field(description="coefficient of variation of one trial's req/s, 0.05 = 5%")
    trial_s: float | None = Field(description="length of the trials that it is known from")


class FewestOut(BaseModel):
    """A plan that ends once it is precise: at its soonest, and as it is likely to go."""

    model_config = ConfigDict(from_attributes=True)

    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    likely_rounds: int | None = Field(description="that the wanted half-interval needs, even beyond `most`")
    likely_seconds: float | None
    half_at_most: float | None = Field(description="likely half-interval after `most` rounds, 0.01 = ±1%")


class PrecisionOut(Precision):
    sentence: str = Field(examples=["Ended after 9 rounds: every interval within ±1%."])
