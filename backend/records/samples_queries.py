"""SQL of samples."""

from collections.abc import Iterable
from itertools import chain

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.records.runs import Trial
from backend.records.sample_rows import SeriesRow
from backend.records.samples import SampleSeries

# One statement per batch, whatever it holds: on one machine this competes with what is measured.
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


def series_of(session: Session, trial_id: str) -> list[SeriesRow]:
    """Every series of a trial, by host and name."""
    columns = (getattr(SampleSeries, name) for name in SeriesRow._fields)
    query = select(*columns).where(SampleSeries.trial_id == trial_id)
    rows = session.execute(query.order_by(SampleSeries.host_id, SampleSeries.series))
    return [SeriesRow(*row) for row in rows]


def place_of(session: Session, trial_id: str) -> tuple[str, str] | None:
    """(experiment id, run id) of a trial; None where there is no such trial."""
    row = session.execute(select(Trial.experiment_id, Trial.run_id).where(Trial.id == trial_id)).one_or_none()
    return row and (row.experiment_id, row.run_id)


def append(session: Session, host_id: str, batch: SampleBatch) -> None:
    """Append a batch to its series; one that was stored before changes nothing."""
    values = {
        "trial_id": batch.trial_id,
        "host_id": host_id,
        "seq": batch.seq,
        "ticks": len(batch.times),
        "times": _array(batch.times),
        "names": list(batch.series),
        "values": _array(chain.from_iterable(batch.series.values())),
    }
    session.execute(_APPEND, values)


def _array(numbers: Iterable[float | None]) -> str:
    """PostgreSQL's text of an array: takes a tenth of the time a driver needs number by number."""
    return "{" + ",".join("NULL" if number is None else repr(number) for number in numbers) + "}"
