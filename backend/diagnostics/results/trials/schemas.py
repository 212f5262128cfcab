"""What the API says of diagnostics."""

from pydantic import BaseModel, Field

from agents.contract.diagnostics import DiagnosticKind
from agents.contract.reports import Failure
from agents.contract.states import TrialState
from backend.diagnostics.system_calls import CallRow


class MissingOut(BaseModel):
    """A host that saw nothing in a diagnostic, and what to do about it."""

    host: str
    reason: str


class DiagnosticOut(BaseModel):
    id: str
    run_id: str
    run: str
    kind: DiagnosticKind
    round: int = Field(
        description="counts on from the measured ones; diagnostics of one round belong together"
    )
    attempt: int
    state: TrialState
    connections: int | None
    requests_per_s: float | None
    failure: Failure | None
    missing: list[MissingOut]


class ProbeOut(BaseModel):
    """A run under another load than its own."""

    kind: DiagnosticKind
    was: int = Field(description="connections, or threads of the load tool")
    now: int
    change: float | None = Field(description="of requests per second, 0.1 is +10%")
    range: float | None = Field(description="single trials of the run lie within ± this share")
    is_clear: bool
    sentence: str


class CallTableOut(BaseModel):
    role: str
    total: CallRow
    rows: list[CallRow]
    is_exact: bool = Field(description="no event was lost")


class RunDiagnostics(BaseModel):
    """What the diagnostics of a run came to."""

    run_id: str
    name: str
    baseline_id: str | None = Field(description="the run that it is compared with")
    baseline: str | None = Field(description="its name")
    probes: list[ProbeOut]
    conclusion: str = Field(description="of all its probes; may be empty")
    calls: list[CallTableOut] = Field(description="a table for each role")
    calls_cost: str = Field(description="what counting cost, in a sentence; empty where nothing was counted")


class DiagnosticsOut(BaseModel):
    """Trials beside the results that say why. Empty where none were asked for, or none has begun."""

    diagnostics: list[DiagnosticOut]
    runs: list[RunDiagnostics]
