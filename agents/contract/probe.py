"""Answers of a target to requests before it is measured."""

from pydantic import BaseModel, Field

from agents.contract.mix import MAX_ENTRIES, MAX_PROBED


class ProbedBody(BaseModel):
    """The answer to one request before it is measured."""

    status: int
    bytes: int
    sha256: str
    steady: bool = Field(default=True, description="a second request got the same body")


class ProbedEntry(ProbedBody):
    """The answer to one request of a mix."""

    entry: int = Field(ge=0, lt=MAX_ENTRIES, description="its index in the mix")


class Probe(ProbedBody):
    """A request to the target before it is measured; of a mix the heaviest one."""

    server: str = ""
    mix: list[ProbedEntry] = Field(
        default_factory=list,
        max_length=MAX_PROBED,
        exclude_if=lambda mix: not mix,
        description="answers to the heaviest requests of a mix",
    )
