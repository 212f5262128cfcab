"""Storing samples: one batch at a time, once, as arrays."""

from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import Invalid, NotFound
from backend.events import publish_after_commit
from backend.records import samples_queries
from backend.records.hosts import Host

LONGEST_NAME = 120
LARGEST = 3.4e38  # what a REAL holds


def store(session: Session, host: Host, batch: SampleBatch) -> None:
    """Append a batch to its series; one that was stored before changes nothing."""
    _check(batch)
    trial = samples_queries.place_of(session, batch.trial_id)
    if trial is None:
        raise NotFound(f"There is no trial {batch.trial_id}")
    if batch.series:
        samples_queries.append(session, host.id, batch)
    _publish_reading(session, *trial, batch)


def _check(batch: SampleBatch) -> None:
    """Refuse permanently what cannot be stored: an agent resends what failed for another reason."""
    for name, values in batch.series.items():
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise Invalid(f"a series' name has 1 to {LONGEST_NAME} printable characters")
        if len(values) != len(batch.times):
            raise Invalid("Every series of a batch has as many values as the batch has times")
        if any(v is not None and not abs(v) <= LARGEST for v in values):
            raise Invalid(f"{name} has a value that is too large")


def _publish_reading(session: Session, experiment_id: str, run_id: str, batch: SampleBatch) -> None:
    rates = [v[-1] for name, v in batch.series.items() if name.endswith(".requests_per_s") and v]
    known = [r for r in rates if r is not None]
    if known and batch.times:
        event = {
            "type": "reading",
            "experiment_id": experiment_id,
            "run_id": run_id,
            "trial_id": batch.trial_id,
            "time": batch.times[-1],
            "requests_per_s": max(known),
        }
        publish_after_commit(session, event)
