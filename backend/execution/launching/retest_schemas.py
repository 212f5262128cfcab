"""API models of re-tests."""

from typing import Any

from pydantic import BaseModel, Field

from agents.contract.states import ExperimentState
from backend.analysis.schemas import DeltaRow
from backend.definition.openapi import DefinitionData
from backend.refs import ExperimentRef


class RetestIn(BaseModel, extra="forbid", json_schema_extra={"examples": [{}, {"trials": 24}]}):
    """Launch a re-test. By default of the best by req/s, with as many rounds as its spread asks for."""

    metric: str = Field(default="requests_per_s", max_length=80, description="the best by which metric")
    workload: str | None = Field(default=None, max_length=120, description="only the best under this one")
    trials: int | dict[str, Any] | None = Field(default=None, description="of each run, or {min, max, until}")
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    testbed_id: str | None = Field(default=None, max_length=32, description="default: the same one")


class RetestRef(ExperimentRef):
    state: ExperimentState


class RetestOffer(BaseModel):
    """Offer of a re-test; without a definition where none makes sense, and `why_not` says why."""

    why_not: str | None
    metric: str
    first: DeltaRow | None = Field(description="the best and its first figure")
    candidates: int = Field(description="variants that it is the best of")
    sentence: str | None
    rounds: int
    seconds: float
    definition: DefinitionData | None = Field(description="to be launched, or changed first")
    source: ExperimentRef
    testbed_id: str | None
    retests: list[RetestRef] = Field(description="that there are already, newest first")


class RetestResult(BaseModel):
    """The first figure beside that of the re-test."""

    source: ExperimentRef
    metric: str
    first: DeltaRow | None
    again: DeltaRow | None
    sentence: str = Field(examples=["+26.7% at first, +21.0% [+18.1%, +24.0%] in the re-test: it holds, …"])
