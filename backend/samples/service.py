"""Storing samples: one batch at a time, once, as arrays."""

import time

from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.records import samples_queries
from backend.records.hosts import Host
from backend.records.samples_queries import WatchedTrial
from backend.samples.checks import Asked, check_batch


def store(session: Session, host: Host, batch: SampleBatch) -> None:
    """Append a batch to its series; one that was stored before changes nothing."""
    trial = samples_queries.watched_trial(session, batch.trial_id, host.id)
    if trial is None:
        raise NotFound(f"There is no trial {batch.trial_id}")
    check_batch(batch, _asked(trial), time.time())
    if batch.series:
        samples_queries.append(session, host.id, batch)
    _publish_reading(session, trial, batch)


def _asked(trial: WatchedTrial) -> Asked | None:
    """What the host's jobs of a trial come to; None where it has none."""
    if not trial.jobs:
        return None
    return Asked(
        begin=min(job.created_at.timestamp() for job in trial.jobs),
        end=max((job.sent_at or job.created_at).timestamp() + job.timeout_s for job in trial.jobs),
        setups={key for job in trial.jobs for key in job.setups},
    )


def _publish_reading(session: Session, trial: WatchedTrial, batch: SampleBatch) -> None:
    rates = [v[-1] for name, v in batch.series.items() if name.endswith(".requests_per_s") and v]
    known = [r for r in rates if r is not None]
    if known and batch.times:
        event = {
            "type": "reading",
            "experiment_id": trial.experiment_id,
            "run_id": trial.run_id,
            "trial_id": batch.trial_id,
            "time": batch.times[-1],
            "requests_per_s": max(known),
        }
        publish_after_commit(session, event)
