"""The latency of every request of a trial, as a load tool measured it. Pure."""

from dataclasses import dataclass

from agents.catalog.histogram import Histogram
from agents.catalog.metrics import SHARES


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
