"""What /metrics says of the whole server, read when it is asked: the same from every API process."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError

from agents.contract.states import ExperimentState, HostCondition, TrialState
from backend import __version__, disk_space
from backend.database import transaction
from backend.events import get_redis
from backend.health.troubles import Look, troubles_of
from backend.notifications.kinds import DeliveryState
from backend.operations.metrics import queries
from backend.operations.metrics.queries import QUANTILES, Counts
from backend.task_queue import CONTROL_QUEUE

HOUR = timedelta(hours=1)


class Readings:
    """A collector of prometheus_client. A database or Redis that is away costs its own series only."""

    def __init__(self, look: Look) -> None:
        self._look = look

    def collect(self) -> Iterator[Metric]:
        counts, waiting = _counts(), _waiting()
        yield _single("dynoboard_info", "Its version", {"version": __version__}, 1)
        yield from self._parts(counts is not None, waiting is not None)
        yield from _space()
        if waiting is not None:
            yield _single(
                "dynoboard_control_queue_messages", "Messages that wait for the worker", {}, waiting
            )
        if counts is not None:
            yield from _of_rows(counts)

    def _parts(self, has_database: bool, has_broker: bool) -> Iterator[Metric]:
        codes = {trouble.code for trouble in troubles_of(self._look)}
        is_full = bool(disk_space.problem())
        well = {
            "database": has_database,
            "broker": has_broker and not any(code.startswith("redis_") for code in codes),
            "worker": "worker_silent" not in codes,
            "beat": "beat_silent" not in codes,
            "disk": not is_full,
        }
        rows = [({"part": part}, int(is_well)) for part, is_well in well.items()]
        yield _family("dynoboard_well", "1 where a part of the server works, else 0", ("part",), rows)


def _of_rows(counts: Counts) -> Iterator[Metric]:
    yield _states("dynoboard_experiments", "Experiments", ExperimentState, counts.experiments)
    # `dirty` is the name of `needs_restore` until 0.2.0
    agents = {**counts.agents, "dirty": counts.agents.get(HostCondition.NEEDS_RESTORE, 0)}
    yield _states("dynoboard_agents", "Hosts", (*HostCondition, "offline", "dirty"), agents)
    yield _states("dynoboard_open_jobs", "Jobs without a report yet", ("pending", "sent"), counts.jobs)
    yield _single(
        "dynoboard_trials_at_work", "Trials prepared, warmed or measured now", {}, counts.trials_now
    )
    final = [state for state in TrialState if state.is_final]
    yield _states("dynoboard_trials_last_hour", "Trials that ended in the last hour", final, counts.trials)
    rows = [({"quantile": str(q)}, s) for q, s in zip(QUANTILES, counts.trial_s, strict=False)]
    yield _family("dynoboard_trial_seconds", "How long their load tool ran", ("quantile",), rows)
    failures = [({"code": code}, n) for code, n in counts.failures.items()]
    help = "Experiments of the last hour that failed, by code"
    yield _family("dynoboard_failures_last_hour", help, ("code",), failures)
    help = "Deliveries of notices of the last day"
    yield _states("dynoboard_deliveries_last_day", help, DeliveryState, counts.deliveries)
    yield _single("dynoboard_database_bytes", "Size of the database", {}, counts.database_bytes)


def _space() -> Iterator[Metric]:
    free, size = disk_space.bytes_left()
    yield _single("dynoboard_disk_free_bytes", "Free where the data is", {}, free)
    yield _single("dynoboard_disk_size_bytes", "Size of that disk", {}, size)


def _counts() -> Counts | None:
    try:
        with transaction() as session:
            return queries.counts(session, datetime.now(UTC) - HOUR)
    except SQLAlchemyError:
        return None


def _waiting() -> int | None:
    try:
        return int(get_redis().llen(CONTROL_QUEUE))  # pyright: ignore[reportArgumentType]
    except RedisError:
        return None


def _states(name: str, help: str, states: Iterable[str], counts: dict[str, int]) -> Metric:
    """Every state, also where nothing is in it: an alert must not miss a series."""
    rows = [({"state": str(state)}, counts.get(str(state), 0)) for state in states]
    return _family(name, f"{help}, by state", ("state",), rows)


def _single(name: str, help: str, labels: dict[str, str], value: float) -> Metric:
    return _family(name, help, tuple(labels), [(labels, value)])


def _family(
    name: str, help: str, labels: tuple[str, ...], rows: Iterable[tuple[dict[str, str], float]]
) -> Metric:
    family = GaugeMetricFamily(name, help, labels=labels)
    for values, value in rows:
        family.add_metric([values[label] for label in labels], value)
    return family
