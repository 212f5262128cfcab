"""What the API says of a run: everything behind its permalink."""

from typing import Any, Literal

from pydantic import BaseModel, Field, computed_field
from pydantic.json_schema import SkipJsonSchema

from agents.catalog.roles import Role
from agents.contract.counters import EventKind
from agents.contract.probe import Probe
from agents.contract.reports import AppliedSetting, PreparedSetup, Window
from backend.analysis.ceiling_schemas import CeilingRun
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.headlines.builds import ServerPair
from backend.analysis.headlines.schemas import Trust
from backend.analysis.schemas import HostFacts, LatencyKind, RunSummary, ServersOut, TrialOut
from backend.diagnostics.bottlenecks import Bottleneck
from backend.records.facts_flat import FactChange
from backend.records.origin import Origin
from backend.refs import ExperimentRef
from backend.statistics.latency import LatencyPoint
from backend.validity.finding import RuleOut


class MetricFigure(BaseModel):
    """One headline number: mean of valid trials, its 95% interval, and the delta against the baseline."""

    metric: str
    mean: float | None
    low: float | None
    high: float | None
    cv: float | None
    n: int
    delta: DeltaOut | None


class TrialDetail(TrialOut):
    argv: list[str]
    tool_version: str | None
    exit_code: int | None
    errors: dict[str, int | None]
    warnings: list[str]
    windows: dict[str, Window] = Field(description="host id → what that host did while it was measured")


class EffectiveSetup(PreparedSetup):
    role: str
    host: str
    cpus_asked: str | None


class RunMemory(BaseModel):
    """Memory beside its metrics: of the server under test, means over valid trials; None: not known."""

    idle_bytes: float | None = Field(description="after its start, before a request (PSS)")
    socket_bytes: float | None = Field(
        description="buffers of all TCP sockets of its machine, the most at a reading"
    )


class BaselineCurve(BaseModel):
    run_id: str
    name: str
    percentiles: dict[str, float]
    conf: str
    builds: list[ServerPair] = Field(default_factory=list, description="its servers and those of the run")


class RunDetail(RunSummary):
    experiment: ExperimentRef
    experiment_state: str
    origin: Origin
    source: str | None = Field(description="where the figures come from, as reported")
    has_diagnostics: bool = Field(False, description="its experiment ran diagnostics: GET …/diagnostics")
    testbed: str
    figures: list[MetricFigure]
    trust: Trust | None = Field(None, description="None before the end")
    is_untrusted: bool = Field(
        False, description="trust in it or in its experiment is red: verdicts have no colour"
    )
    trials: list[TrialDetail]
    percentiles: dict[str, float] = Field(description="metric → mean over valid trials of that percentile, s")
    baseline: BaselineCurve | None
    setups: list[EffectiveSetup] = Field(description="with the texts that nginx read back")
    applied: dict[Role, list[AppliedSetting]] = Field(description="settings of hosts, as read back")
    conf: str = Field(description="nginx.conf under test, with stand-ins for addresses and ports")
    ceiling: CeilingRun | None = Field(None, description="its result, in a search for the ceiling")
    servers: ServersOut | None = Field(
        None, description="how often its servers were started, and what it did"
    )
    probe: Probe | None
    hosts: list[HostFacts]
    facts: dict[str, dict[str, Any]] = Field(description="host → facts at launch")
    facts_changed: list[FactChange] | None = Field(
        None, description="what differed after the experiment; null where no host was read again"
    )
    cpu_per_request: dict[str, float] = Field(description="role → CPU seconds a request")
    memory: RunMemory
    rules: list[RuleOut] = Field(description="every check of a trial, in the order that it is made")
    profiled: bool = Field(False, description="its definition asks for profiles")

    @computed_field
    def limits(self) -> SkipJsonSchema[list[Bottleneck]]:
        """The name of `bottlenecks` that `dyno` of 0.1.0 reads; until 0.2.0."""
        return self.bottlenecks


class PartTimes(BaseModel):
    """Seconds that one part of the requests took, as the tool printed them; None where it does not say."""

    part: Literal["connect", "processing", "waiting", "total"]
    min: float | None
    mean: float | None
    stdev: float | None
    median: float | None
    max: float | None


class TrialOutput(BaseModel):
    """What the tool printed, byte for byte as text."""

    argv: list[str]
    exit_code: int | None
    stdout: str
    stderr: str
    is_gone: bool = Field(description="what it printed was let go, by the server's retention")
    times: list[PartTimes] = Field(description="where requests spent their time; of ab only")


class HostSeries(BaseModel):
    host_id: str
    host: str
    role: str
    times: list[float] = Field(description="seconds since the start of the trial")
    series: dict[str, list[float | None]]


class EventAt(BaseModel):
    """A line of a host's kernel log, or a worker that was replaced; seconds since the trial's start."""

    at: float
    host: str
    text: str
    kind: EventKind = "kernel"


class TrialSamples(BaseModel):
    trial_id: str
    round: int
    window: tuple[float, float] | None = Field(description="start and end of the measurement, same clock")
    hosts: list[HostSeries]
    events: list[EventAt] = Field(description="what happened on the hosts meanwhile, in order")


class LatencyRound(BaseModel):
    """One row of the heat map: a round of a run."""

    round: int
    requests: int
    shares: list[float] = Field(description="of this round's requests in each column")


class HeatMap(BaseModel):
    """Columns, equally wide on a logarithmic axis: number n ends at 10^((first + n + 1) / per_decade) µs."""

    first: int
    per_decade: int
    rounds: list[LatencyRound]


class RunLatency(BaseModel):
    """Latency of all requests of the trials that count, and of which kind it is."""

    run_id: str
    name: str
    kind: LatencyKind = Field(
        description="measured: all requests; printed: figures of each trial as its tool printed them; mixed"
    )
    sentence: str
    trials: int = Field(description="trials with the latency of every request")
    requests: int
    mean: float | None = Field(description="s, of all requests")
    largest: float | None = Field(description="s, the longest request")
    percentiles: dict[str, LatencyPoint] = Field(description="metric → of all requests")
    curve: list[LatencyPoint] = Field(description="from the median to where ten requests are left")
    printed: dict[str, float] = Field(
        description="metric → mean over trials of what the tool printed, with the requests that it invents"
    )
    heat: HeatMap | None
