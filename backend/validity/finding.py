"""API models of findings in a trial, and of checks."""

from typing import Literal

from pydantic import BaseModel, Field

FindingLevel = Literal["invalid", "suspect", "note"]


class Finding(BaseModel):
    """Finding of a check in a trial: `invalid` takes it out, `suspect` marks its deltas, `note` informs."""

    code: str
    level: FindingLevel
    message: str
    value: float | None = None
    threshold: float | None = None


class RuleOut(BaseModel):
    """A check that every trial goes through."""

    code: str
    level: FindingLevel
    title: str = Field(examples=["Failed requests"])
    sentence: str = Field(description="what holds when nothing is found")
    limit: str = Field(examples=["below 5%"])
    why: str = Field(description="plain text, paragraphs apart by an empty line")
