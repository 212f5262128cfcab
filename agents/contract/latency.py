"""Latency of a load tool's requests, as it was measured."""

from pydantic import BaseModel, Field

from agents.catalog.histogram import MAX_COUNTED as MAX_REQUESTS
from agents.catalog.histogram import MAX_TEXT_LENGTH as MAX_HISTOGRAM_LENGTH


class Latency(BaseModel):
    """Latency of every request, as measured: without the requests that wrk invents for slow ones."""

    histogram: str = Field(max_length=MAX_HISTOGRAM_LENGTH, description="microseconds, see histogram.py")
    counted: int = Field(ge=0, le=MAX_REQUESTS, description="requests in it")
    negative: int = Field(
        default=0,
        ge=0,
        le=MAX_REQUESTS,
        description="requests that taking out the invented ones left missing",
    )
    printed: dict[str, float | None] = Field(
        default_factory=dict, description="metric → s, as the tool printed it, the invented requests among it"
    )

    def fits(self, requests: float | None, timeouts: int | None) -> bool:
        """Whether it holds every request but those that timed out, which wrk measures no time for."""
        return self.negative == 0 and self.counted == (requests or 0) - (timeouts or 0)
