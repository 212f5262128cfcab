"""Storing samples: one batch at a time, once, as arrays."""

from collections.abc import Iterable
from itertools import chain

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import Invalid, NotFound
from backend.events import publish_after_commit
from backend.records.hosts import Host
from backend.records.runs import Trial

LONGEST_NAME = 120
LARGEST = 3.4e38  # what a REAL holds
# One statement a batch, whatever it holds: on one machine this competes with what is measured.
_APPEND = text(
    """
    INSERT INTO sample_series AS s (trial_id, host_id, series, seq, times, values)
    SELECT :trial_id, :host_id, name, :seq, CAST(:times AS double precision[]),
           (CAST(:values AS real[]))[(i - 1) * :ticks + 1 : i * :ticks]
    FROM unnest(CAST(:names AS text[])) WITH ORDINALITY AS series (name, i)
    ON CONFLICT (trial_id, host_id, series) DO UPDATE
    SET times = s.times || excluded.times, values = s.values || excluded.values, seq = excluded.seq
    WHERE s.seq < excluded.seq
    """
)


def store(session: Session, host: Host, batch: SampleBatch) -> None:
    """Append a batch to its series; one that was stored before changes nothing."""
    _check(batch)
    query = select(Trial.experiment_id, Trial.run_id).where(Trial.id == batch.trial_id)
    trial = session.execute(query).one_or_none()
    if trial is None:
        raise NotFound(f"There is no trial {batch.trial_id}")
    if batch.series:
        values = {
            "trial_id": batch.trial_id,
            "host_id": host.id,
            "seq": batch.seq,
            "ticks": len(batch.times),
            "times": _array(batch.times),
            "names": list(batch.series),
            "values": _array(chain.from_iterable(batch.series.values())),
        }
        session.execute(_APPEND, values)
    _publish_reading(session, trial.experiment_id, trial.run_id, batch)


def _array(numbers: Iterable[float | None]) -> str:
    """PostgreSQL's text of an array: a tenth of the time that a driver needs number by number."""
    return "{" + ",".join("NULL" if number is None else repr(number) for number in numbers) + "}"


def _check(batch: SampleBatch) -> None:
    """Refuse for good what cannot be stored: an agent sends again what failed for another reason."""
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
