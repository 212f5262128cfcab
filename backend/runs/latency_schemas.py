"""What the API says of the latency of all requests of a run."""

from pydantic import BaseModel, Field

from backend.analysis.schemas import LatencyKind
from backend.statistics.latency import LatencyPoint


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
