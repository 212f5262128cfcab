"""What the doctor says about one thing. Pure."""

from collections.abc import Sequence
from enum import StrEnum

from pydantic import BaseModel, Field


class State(StrEnum):
    WELL = "well"
    NOTE = "note"  # works, and could be better
    FAILS = "fails"


class Finding(BaseModel):
    about: str = Field(examples=["database", "agent load"])
    state: State
    text: str
    help: str = Field(default="", description="what to do; empty where nothing is to be done")


def well(about: str, text: str) -> Finding:
    return Finding(about=about, state=State.WELL, text=text)


def note(about: str, text: str, help: str) -> Finding:
    return Finding(about=about, state=State.NOTE, text=text, help=help)


def fails(about: str, text: str, help: str) -> Finding:
    return Finding(about=about, state=State.FAILS, text=text, help=help)


def is_ill(findings: Sequence[Finding]) -> bool:
    """Whether anything fails."""
    return any(finding.state is State.FAILS for finding in findings)
