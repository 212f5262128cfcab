"""Storing samples: one batch at a time, once, as arrays."""

from sqlalchemy import Double, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY, REAL
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import NotFound
from backend.events import publish_after_commit
from backend.hosts.models import Host
from backend.runs.models import Trial

_APPEND = text(
    """
    INSERT INTO sample_series AS s (trial_id, host_id, series, seq, times, values)
    VALUES (:trial_id, :host_id, :series, :seq, :times, :values)
    ON CONFLICT (trial_id, host_id, series) DO UPDATE
    SET times = s.times || excluded.times, values = s.values || excluded.values, seq = excluded.seq
    WHERE s.seq < excluded.seq
    """
).bindparams(bindparam("times", type_=ARRAY(Double)), bindparam("values", type_=ARRAY(REAL)))


def store(session: Session, host: Host, batch: SampleBatch) -> None:
    """Append a batch to its series; one that was stored before changes nothing."""
    trial = session.get(Trial, batch.trial_id)
    if trial is None:
        raise NotFound(f"There is no trial {batch.trial_id}")
    rows = [
        {
            "trial_id": batch.trial_id,
            "host_id": host.id,
            "series": name,
            "seq": batch.seq,
            "times": batch.times,
            "values": values,
        }
        for name, values in batch.series.items()
    ]
    if rows:
        session.execute(_APPEND, rows)
    _publish_reading(session, trial, batch)


def _publish_reading(session: Session, trial: Trial, batch: SampleBatch) -> None:
    rates = [v[-1] for name, v in batch.series.items() if name.endswith(".requests_per_s") and v]
    known = [r for r in rates if r is not None]
    if known and batch.times:
        event = {
            "type": "reading",
            "experiment_id": trial.experiment_id,
            "run_id": trial.run_id,
            "trial_id": trial.id,
            "time": batch.times[-1],
            "requests_per_s": max(known),
        }
        publish_after_commit(session, event)
