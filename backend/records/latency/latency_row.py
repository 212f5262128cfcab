"""The latencies of a trial as they are read. Pure: no SQL and no table."""

from datetime import datetime
from typing import NamedTuple

from agents.catalog.histogram import Histogram, decode


class LatencyRow(NamedTuple):
    """The latencies of one valid trial from one load host."""

    run_id: str
    trial_id: str
    round: int
    start: int | None  # of the servers; None: not known
    started_at: datetime | None
    ended_at: datetime | None
    largest_s: float | None
    printed: dict[str, float | None]
    text: str

    @property
    def histogram(self) -> Histogram:
        return decode(self.text)
