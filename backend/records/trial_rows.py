"""Rows of trials as lists and charts read them. Pure: no SQL and no table."""

from datetime import datetime
from typing import Any, NamedTuple

MEASURED = "measured"
"""Kind of latency: from a histogram of all requests. Any other is what the tool printed of each trial."""


class TrialRow(NamedTuple):
    """What lists of trials show; what only one run's page needs stays in the table."""

    id: str
    experiment_id: str
    run_id: str
    round: int
    position: int
    repeat: int
    attempt: int
    state: str
    failure: dict[str, Any] | None
    findings: list[dict[str, Any]]
    figures: dict[str, float | None]
    started_at: datetime | None
    ended_at: datetime | None
    connections: int | None
    start: int | None
    latency_kind: str | None = None
    errors: dict[str, int | None] | None = None


class ValueRow(NamedTuple):
    """One metric of one valid trial."""

    run_id: str
    round: int
    value: float | None
    position: int
    findings: list[dict[str, Any]]
    start: int | None

    @property
    def as_trial(self) -> tuple[int, float | None, int, int | None]:
        """As the statistics take it."""
        return self.round, self.value, self.position, self.start
