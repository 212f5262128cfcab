"""h2load's log: a row for each request with its start (epoch µs), status and latency (µs)."""

import re
from collections import Counter
from collections.abc import Iterable

from agents.catalog.histogram import MAX_US, Histogram, cell_of
from agents.catalog.measured import MeasuredLatency

_ROW = re.compile(rb"^\d{1,17}\t(-1|\d{3})\t(\d{1,10})$", re.MULTILINE)
_SPAN_ROW = re.compile(r"(\d{1,17})\t(?:-1|\d{3})\t(\d{1,10})")
_FAILED = b"-1"
MAX_ROW = 64  # bytes


def read(chunks: Iterable[bytes]) -> MeasuredLatency | None:
    """The latency of every answered request; None where the log is empty or not whole."""
    cells: Counter[int] = Counter()
    total_us, min_us, max_us = 0, MAX_US, 0
    tail = b""
    for chunk in chunks:
        text, newline, tail = (tail + chunk).rpartition(b"\n")
        rows = _ROW.findall(text)
        if len(rows) != text.count(b"\n") + len(newline) or len(tail) > MAX_ROW:
            return None
        for (status, microseconds), count in Counter(rows).items():
            if status == _FAILED:
                continue
            latency_us = int(microseconds)
            if latency_us > MAX_US:
                return None
            cells[cell_of(latency_us)] += count
            total_us += latency_us * count
            min_us, max_us = min(min_us, latency_us), max(max_us, latency_us)
    if tail or not cells:
        return None
    histogram = Histogram(dict(sorted(cells.items())))
    return MeasuredLatency(histogram, 0, total_us / histogram.count / 1e6, min_us / 1e6, max_us / 1e6)


def span(start: bytes, end: str) -> tuple[float, float] | None:
    """Start of the first request and end of the last one, epoch seconds, by the first and last rows."""
    first = _SPAN_ROW.fullmatch(start.partition(b"\n")[0].decode(errors="replace"))
    last = _SPAN_ROW.fullmatch(end.rstrip("\n").rpartition("\n")[2])
    return (int(first[1]) / 1e6, (int(last[1]) + int(last[2])) / 1e6) if first and last else None
