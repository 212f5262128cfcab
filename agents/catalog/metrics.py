"""The one table of metrics: name, label, unit, direction, and how trials aggregate.

Values are SI: seconds, bytes, requests. UI, command line and exports read units from here.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Direction = Literal["higher", "lower"]


class Metric(BaseModel):
    model_config = ConfigDict(frozen=True, serialize_by_alias=True)

    name: str
    label: str
    unit: Literal["1/s", "s", "B/s", "1", ""]
    direction: Direction
    # Compared by absolute difference, never in percent. The API calls it `zero_ok`.
    can_be_zero: bool = Field(default=False, serialization_alias="zero_ok")
    text: str


_METRICS = (
    Metric(
        name="requests_per_s",
        label="req/s",
        unit="1/s",
        direction="higher",
        text="Requests completed per second, as the load tool printed it",
    ),
    Metric(name="latency_mean", label="mean", unit="s", direction="lower", text="Mean latency of a request"),
    Metric(name="latency_p50", label="p50", unit="s", direction="lower", text="Median latency"),
    Metric(name="latency_p75", label="p75", unit="s", direction="lower", text="75th percentile of latency"),
    Metric(name="latency_p90", label="p90", unit="s", direction="lower", text="90th percentile of latency"),
    Metric(name="latency_p95", label="p95", unit="s", direction="lower", text="95th percentile of latency"),
    Metric(name="latency_p99", label="p99", unit="s", direction="lower", text="99th percentile of latency"),
    Metric(
        name="latency_p99_9", label="p99.9", unit="s", direction="lower", text="99.9th percentile of latency"
    ),
    Metric(
        name="latency_p99_99",
        label="p99.99",
        unit="s",
        direction="lower",
        text="99.99th percentile of latency",
    ),
    Metric(name="latency_max", label="max", unit="s", direction="lower", text="Longest request of the trial"),
    Metric(
        name="failed_requests",
        label="failed",
        unit="1",
        direction="lower",
        can_be_zero=True,
        text="Requests that failed: status 4xx or 5xx, socket errors, timeouts, wrong length",
    ),
    Metric(
        name="cpu_s_per_request",
        label="CPU/req",
        unit="s",
        direction="lower",
        text="CPU time that the server under test (the proxy, else the backend) used for one request",
    ),
    Metric(
        name="bytes_per_s", label="bytes/s", unit="B/s", direction="higher", text="Bytes received per second"
    ),
    Metric(name="requests", label="requests", unit="1", direction="higher", text="Requests completed"),
)

METRICS: dict[str, Metric] = {m.name: m for m in _METRICS}
PERCENTILES: tuple[str, ...] = tuple(m.name for m in _METRICS if m.name.startswith("latency_p"))
SHARES: dict[str, float] = {
    name: round(float(name.removeprefix("latency_p").replace("_", ".")) / 100, 6) for name in PERCENTILES
}
"""Metric of a percentile → share of the requests, 0.999 of latency_p99_9."""
