"""Rows of trials as lists and charts read them. Pure: no SQL and no table."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from agents.contract.states import TrialState

MEASURED = "measured"
"""Kind of latency: from a histogram of all requests. Any other is what the tool printed of each trial."""


class Probing(Protocol):
    """A trial that may be a probe of a search for the ceiling."""

    @property
    def connections(self) -> Any: ...  # int | None, or a column of it
    @property
    def rate(self) -> Any: ...


def probe_size(trial: Probing) -> int | None:
    """Connections or rate of a probe; None: the trial has those of its workload."""
    return trial.connections if trial.rate is None else trial.rate


class Beginning(Protocol):
    """A trial that may never have begun."""

    @property
    def state(self) -> Any: ...  # str, or a column of it, as below
    @property
    def start(self) -> Any: ...  # int | None
    @property
    def failure(self) -> Any: ...  # Mapping[str, Any] | None


def is_attempt(trial: Beginning, run_failure: Mapping[str, Any] | None) -> bool:
    """Whether a trial was begun: those that were still to come fail with their run and are not measured."""
    has_begun = trial.start is not None or trial.state != TrialState.FAILED
    return has_begun or trial.failure is None or trial.failure != run_failure


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
    rate: int | None = None


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
