"""From a tool's report to the metrics of the contract: SI values, None where it does not say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.parse.types import ToolReport

_RANKS = {
    "latency_p50": "50",
    "latency_p75": "75",
    "latency_p90": "90",
    "latency_p95": "95",
    "latency_p99": "99",
    "latency_p99_9": "99.9",
    "latency_p99_99": "99.99",
}
_AB_BUG_BELOW = 51  # with so few requests ab's table reads past its own records


def figures_of(report: ToolReport, table: Mapping[int, float] | None = None) -> dict[str, float | None]:
    """Metric → value. `table` is ab's exact one (percent → seconds), which is in no text that it prints."""
    figures: dict[str, float | None] = {
        "requests_per_s": report.requests_per_s,
        "requests": report.requests,
        "bytes_per_s": report.bytes_per_s,
        "failed_requests": report.failed_requests(),
    }
    figures |= _rounded_latency(report)
    if report.exact:
        figures |= _exact(report.exact)
    elif table and (report.requests or 0) >= _AB_BUG_BELOW:
        figures |= _of_table(table)
    return figures


def _rounded_latency(report: ToolReport) -> dict[str, float | None]:
    times = report.latency_s or {}
    figures = {metric: times.get(f"p{rank}") for metric, rank in _RANKS.items()}
    mean = times.get("mean")
    if report.tool == "ab" and mean is not None:
        # ab rounds its mean to whole ms; concurrency × time ÷ requests is the same mean in µs.
        mean = report.time_per_request_s or mean
    return figures | {"latency_mean": mean, "latency_max": times.get("max")}


def _exact(exact: Mapping[str, Any]) -> dict[str, float | None]:
    """The line of done.lua; the printed req/s stays the rate, so that it is the one people saw."""
    latency = exact.get("latency_us") or {}
    percentiles = latency.get("percentiles") or {}
    seconds = exact["duration_us"] / 1e6
    figures: dict[str, float | None] = {
        "requests": exact["requests"],
        "bytes_per_s": exact["bytes"] / seconds if seconds else None,
        "latency_mean": _seconds(latency.get("mean")),
        "latency_max": _seconds(latency.get("max")),
    }
    return figures | {metric: _seconds(percentiles.get(rank)) for metric, rank in _RANKS.items()}


def _of_table(table: Mapping[int, float]) -> dict[str, float | None]:
    figures: dict[str, float | None] = {
        metric: table[int(rank)] for metric, rank in _RANKS.items() if rank.isdigit() and int(rank) in table
    }
    return figures | {"latency_max": table[100]} if 100 in table else figures


def _seconds(microseconds: float | None) -> float | None:
    return None if microseconds is None else microseconds / 1e6
