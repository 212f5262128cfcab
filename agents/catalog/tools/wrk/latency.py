"""The file of done.lua: the latency of every request as measured, what wrk invents taken out again."""

import re
from itertools import pairwise

from agents.catalog.histogram import CELLS, MAX_COUNTED, Histogram
from agents.catalog.measured import MeasuredLatency

MAX_BYTES = 1024 * 1024  # 20,000 cells
_HEAD = re.compile(r"wrk-latency/1 (\d{1,15}) (\d{1,15}) (\d{1,18}) (\d{1,10}) (\d{1,10})")
_CELLS = re.compile(r"(?:\d{1,6} [1-9]\d{0,12}\n)*")  # a cell and its count on each line


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
    if not 0 < total == histogram.count <= MAX_COUNTED:
        return None
    return MeasuredLatency(histogram, negative, total_us / total / 1e6, least / 1e6, most / 1e6)
