"""Storing samples: one batch at a time, once, as arrays."""

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Lock

from cachetools import TTLCache, cached
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend import agent_auth
from backend.database import after_commit, transaction
from backend.errors import NotFound
from backend.events import publish
from backend.prometheus import READINGS
from backend.records import samples_queries, testbeds_queries
from backend.records.samples_queries import WatchedTrial
from backend.samples import thinning
from backend.samples.checks import Asked, check_batch
from backend.settings import get_settings

AT_ONCE, THIN_FOR_S = 50, 30.0
"""Series that are thinned in one transaction, and seconds of one go: the next hour goes on."""
REMEMBERED_S = 10.0
"""So long an agent that was removed may still show readings of its last trial; none of them is stored."""


def store(session: Session, credential: str, batch: SampleBatch) -> None:
    """Append a batch from the agent with this credential (its hash), once.

    Unauthorized for an agent that is not known, NotFound for a trial that is not.
    """
    trial = _watched_trial(session, credential, batch.trial_id)
    check_batch(batch, _expect(trial), time.time())
    if batch.series:
        samples_queries.append(session, trial.host_id, batch)
    after_commit(session, partial(READINGS.inc, len(batch.times) * len(batch.series)))
    if len(batch.times) == 1:  # of an agent that knows no live batches
        after_commit(session, partial(_publish_reading, trial, batch))


def show(credential: str, batch: SampleBatch) -> None:
    """Tell who looks of a live batch, which comes again to be stored; refused as by `store`."""
    trial = _remembered_trial(credential, batch.trial_id)
    check_batch(batch, _expect(trial), time.time())
    _publish_reading(trial, batch)


def _watched_trial(session: Session, credential: str, trial_id: str) -> WatchedTrial:
    trial = samples_queries.watched_trial(session, credential, trial_id)
    if trial is None:
        agent_auth.host_of(session, credential)
        raise NotFound(f"There is no trial {trial_id}")
    return trial


@cached(TTLCache(maxsize=1_000, ttl=REMEMBERED_S), lock=Lock())
def _remembered_trial(credential: str, trial_id: str) -> WatchedTrial:
    """The trial as of some seconds ago: a reading that is only shown asks the database for nothing."""
    with transaction() as session:
        return _watched_trial(session, credential, trial_id)


def _expect(trial: WatchedTrial) -> Asked | None:
    """What the host's jobs of a trial come to; None where it has none."""
    if not trial.jobs:
        return None
    return Asked(
        begin=min(job.created_at.timestamp() for job in trial.jobs),
        end=max((job.sent_at or job.created_at).timestamp() + job.timeout_s for job in trial.jobs),
        setups={key for job in trial.jobs for key in job.setups},
    )


def _publish_reading(trial: WatchedTrial, batch: SampleBatch) -> None:
    rates = [v[-1] for name, v in batch.series.items() if name.endswith(".requests_per_s") and v]
    known_rates = [r for r in rates if r is not None]
    if known_rates and batch.times:
        event = {
            "type": "reading",
            "experiment_id": trial.experiment_id,
            "run_id": trial.run_id,
            "trial_id": batch.trial_id,
            "time": batch.times[-1],
            "requests_per_s": max(known_rates),
        }
        publish(event)


def thin_old() -> None:
    """Thin what DYNO_THIN_AFTER_DAYS asks for, while no host is held: nothing measured is disturbed."""
    days, until = get_settings().thin_after_days, time.monotonic() + THIN_FOR_S
    while days is not None and time.monotonic() < until:
        with transaction() as session:
            if testbeds_queries.holders(session) or not _thin(session, days):
                return


def _thin(session: Session, days: int) -> int:
    """Some of the long series of trials that ended so many days ago; how many that were."""
    before = datetime.now(UTC) - timedelta(days=days)
    long_series = samples_queries.long_ones(session, before, thinning.MAX_READINGS, AT_ONCE)
    for series in long_series:
        series.times, series.values = thinning.thin(series.times, series.values)
    return len(long_series)
