"""API models of answers, trust in them and the next step."""

from typing import Literal

from pydantic import BaseModel, Field, computed_field

from backend.analysis.delta_schemas import DeltaOut

Level = Literal["green", "amber", "red"]
StepKind = Literal[
    "resume", "measure_again", "measure_more", "retest", "compare", "bisect", "apply", "change"
]

TRUST_WORDS: dict[Level, str] = {
    "green": "Trustworthy",
    "amber": "Trust with care",
    "red": "Not trustworthy",
}


class Answer(BaseModel):
    """Answer to one question, such as throughput: the best change in it, or that none is settled."""

    metric: str
    run_id: str | None = Field(description="None: it is about a factor of a grid")
    name: str
    delta: DeltaOut
    verdict: str
    size: Literal["at_least", "open", "small"] | None
    sentence: str = Field(
        examples=["workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4], size open)."]
    )
    opposite_workloads: list[str] = Field(
        default_factory=list, description="under which the same variant has the opposite verdict"
    )


class Reason(BaseModel):
    """One thing that weakens a result."""

    code: str = Field(examples=["busy_host"])
    level: Literal["amber", "red"]
    sentence: str = Field(examples=["Other programs took 31% of the CPU."])


class Trust(BaseModel):
    """Trust in the answers, by the conditions of the measurement."""

    level: Level
    reasons: list[Reason] = Field(description="the gravest first, at most three; none where it is green")

    @computed_field(examples=["Trust with care"])
    @property
    def label(self) -> str:
        return TRUST_WORDS[self.level]

    def words(self, opening: str = "") -> str:
        """`Trust with care: Other programs took 31% of the CPU.`, without what the answer begins with."""
        rest = [reason.sentence for reason in self.reasons if reason.sentence != opening]
        return f"{self.label}: {' '.join(rest)}" if rest else f"{self.label}."


class NextStep(BaseModel):
    """Next step after a result; a page shows it as one button."""

    kind: StepKind
    label: str = Field(examples=["Measure 12 more rounds"])
    sentence: str = Field(description="reason for it", examples=["They would settle pinned."])
    seconds: float | None = Field(default=None, description="of measuring, about; None: none or unknown")
    run_id: str | None = Field(default=None, description="run that it is about")
    experiment_id: str | None = Field(default=None, description="other experiment that it is about")
    bisect_id: str | None = Field(default=None, description="bisect that it is about")
