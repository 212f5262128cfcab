"""Latencies of a run as files that other tools read: CSV, and the log format of HdrHistogram. Pure."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from backend.presentation.files.csv_text import csv_lines, with_unit
from backend.records.latency.latency_row import LatencyRow
from backend.runs.schemas import RunLatency


def latency_csv(latency: RunLatency) -> Iterator[str]:
    """One row for each point of the curve, the longest request at the end."""
    header = ("share", "percentile", *(with_unit(name, "s") for name in ("latency", "low", "high")))
    points = sorted(
        {p.share: p for p in (*latency.curve, *latency.percentiles.values())}.values(), key=lambda p: p.share
    )
    rows = [(p.share, round(p.share * 100, 7), p.value, p.low, p.high) for p in points]
    return csv_lines(header, [*rows, (1, 100, latency.largest, None, None)])


def hlog_lines(name: str, rows: Sequence[LatencyRow]) -> Iterator[str]:
    """HdrHistogram's log, version 1.3: an interval for each trial, in the order in which they were measured.

    http://hdrhistogram.github.io/HdrHistogram: its readers and plotters take it.
    """
    by_start = sorted(rows, key=lambda row: row.started_at or datetime.min.replace(tzinfo=UTC))
    start = next((row.started_at.timestamp() for row in by_start if row.started_at), 0.0)
    yield "#[Histogram log format version 1.3]\n"
    yield f"#[Latency of the run {_one_line(name)}, one interval for each trial; values in microseconds]\n"
    day = f"{datetime.fromtimestamp(start, UTC):%a %b %d %H:%M:%S UTC %Y}"
    yield f"#[StartTime: {start:.3f} (seconds since epoch), {day}]\n"
    yield "#[BaseTime: 0.000 (seconds since epoch)]\n"
    yield '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n'
    for row in by_start:
        start_s = row.started_at.timestamp() if row.started_at else start
        length = (row.ended_at - row.started_at).total_seconds() if row.started_at and row.ended_at else 0.0
        yield f"Tag=round-{row.round},{start_s:.3f},{length:.3f},{row.largest_s or 0:.6f},{row.text}\n"


def _one_line(text: str) -> str:
    return "".join(c for c in text if c.isprintable() and c != "]")
