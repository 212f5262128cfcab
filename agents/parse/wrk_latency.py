"""The file of done.lua: the latency of every request as measured, what wrk invents taken out again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from agents.catalog.histogram import CELLS, MOST_COUNTED, Histogram
from agents.catalog.metrics import SHARES

MAX_BYTES = 1024 * 1024  # 20,000 cells
_HEAD = re.compile(r"wrk-latency/1 (\d{1,15}) (\d{1,15}) (\d{1,18}) (\d{1,10}) (\d{1,10})")
_CELLS = re.compile(r"(?:\d{1,6} [1-9]\d{0,12}\n)*")  # a cell and its count on each line


@dataclass(frozen=True)
class MeasuredLatency:
    """`negative`: requests that were missing when the invented ones were taken out; 0 if all fits."""

    histogram: Histogram
    negative: int
    mean_s: float
    min_s: float
    max_s: float

    def figures(self) -> dict[str, float | None]:
        """The metrics of latency, s; exact mean and maximum, percentiles within 0.1%."""
        values = self.histogram.percentiles(SHARES.values())
        inside = (None if v is None else min(max(v, self.min_s), self.max_s) for v in values)
        return {
            **dict(zip(SHARES, inside, strict=True)),
            "latency_mean": self.mean_s,
            "latency_max": self.max_s,
        }


def read(text: str) -> MeasuredLatency | None:
    """None where the file is not whole."""
    first, _, body = text.partition("\n")
    head = _HEAD.fullmatch(first)
    if not head or not _CELLS.fullmatch(body):
        return None
    total, negative, total_us, least, most = map(int, head.groups())
    numbers = list(map(int, body.split()))
    cells = dict(zip(numbers[::2], numbers[1::2], strict=True))
    if any(a >= b for a, b in pairwise((-1, *numbers[::2], CELLS))):
        return None
    histogram = Histogram(cells)
    if not 0 < total == histogram.count <= MOST_COUNTED:
        return None
    return MeasuredLatency(histogram, negative, total_us / total / 1e6, least / 1e6, most / 1e6)
