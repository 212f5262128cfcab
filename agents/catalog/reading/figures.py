"""From a tool's report to metrics: SI values, None where it does not say. Pure."""

from collections.abc import Mapping

from agents.catalog.metrics import SHARES
from agents.catalog.reading.report import ToolReport

RANKS = {metric: f"{share * 100:.6g}" for metric, share in SHARES.items()}
"""Metric of a percentile → its rank as tools print it: 99.9."""


def printed_figures(report: ToolReport) -> dict[str, float | None]:
    """Metric → value as printed; a mean in whole ms is replaced by the time per request, which is finer."""
    times = report.latency_s or {}
    mean = times.get("mean")
    return {
        "requests_per_s": report.requests_per_s,
        "requests": report.requests,
        "bytes_per_s": report.bytes_per_s,
        "failed_requests": report.failed_requests(),
        **percentiles({rank: times.get(f"p{rank}") for rank in RANKS.values()}),
        "latency_mean": None if mean is None else report.time_per_request_s or mean,
        "latency_max": times.get("max"),
    }


def percentiles(by_rank: Mapping[str, float | None]) -> dict[str, float | None]:
    """Metric → value, of values by rank."""
    return {metric: by_rank.get(rank) for metric, rank in RANKS.items()}
