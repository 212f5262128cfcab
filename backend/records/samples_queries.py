"""SQL of samples."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, select, text
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.records.experiments import JobRow
from backend.records.hosts import Host
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


def series_like(session: Session, trial_ids: Collection[str], pattern: str) -> list[tuple[str, SeriesRow]]:
    """(trial id, series) whose names are LIKE the pattern."""
    columns = (getattr(SampleSeries, name) for name in SeriesRow._fields)
    query = select(SampleSeries.trial_id, *columns).where(
        SampleSeries.trial_id.in_(trial_ids), SampleSeries.series.like(pattern)
    )
    return [(trial_id, SeriesRow(*row)) for trial_id, *row in session.execute(query)]


class WatchingJob(NamedTuple):
    """A job of one host to measure or watch a trial."""

    created_at: datetime
    sent_at: datetime | None
    timeout_s: float
    setups: list[str]  # keys of what it was to watch


class WatchedTrial(NamedTuple):
    """A trial, and what one host was asked to watch of it."""

    host_id: str
    experiment_id: str
    run_id: str
    jobs: list[WatchingJob]


_OF_JOB = (JobRow.created_at, JobRow.sent_at, JobRow.timeout_s, JobRow.work["watch"])
_JOBS_OF_HOST = and_(
    JobRow.trial_id == Trial.id, JobRow.host_id == Host.id, JobRow.kind.in_(("measure", "watch"))
)
_WATCHED = (  # put together once: every reading that a page draws asks
    select(Host.id, Trial.experiment_id, Trial.run_id, *_OF_JOB)
    .select_from(Host)
    .join(Trial, Trial.id == bindparam("trial_id"))
    .outerjoin(JobRow, _JOBS_OF_HOST)
    .where(Host.token_hash == bindparam("digest"))
)


def watched_trial(session: Session, credential: str, trial_id: str) -> WatchedTrial | None:
    """What the host with this credential (its hash) was asked of a trial; None where one of them is unknown.

    One statement without the host's facts, which are long: it comes with every batch.
    """
    rows = session.execute(_WATCHED, {"digest": credential, "trial_id": trial_id}).all()
    if not rows:
        return None
    jobs = [WatchingJob(*row[3:]) for row in rows if row[3] is not None]
    return WatchedTrial(*rows[0][:3], jobs)


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


def long_ones(session: Session, ended_before: datetime, most: int, limit: int) -> list[SampleSeries]:
    """Series with more readings than `most` of trials that ended before then; locked, without those held."""
    long_ago = select(Trial.id).where(
        Trial.ended_at < ended_before, Trial.ended_at - Trial.started_at > timedelta(seconds=most)
    )
    query = select(SampleSeries).where(
        SampleSeries.trial_id.in_(long_ago), func.cardinality(SampleSeries.times) > most
    )
    return list(session.scalars(query.limit(limit).with_for_update(skip_locked=True)))
