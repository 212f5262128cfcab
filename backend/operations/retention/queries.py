"""SQL of retention."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session, aliased

from backend.operations.retention.policy import What
from backend.records.comparisons import Comparison
from backend.records.diagnostics.observations import KeptProfile, KeptSystemCalls
from backend.records.experiments import UNFINISHED, Experiment, JobRow
from backend.records.imports import ImportText
from backend.records.latency.histograms import TrialLatency
from backend.records.runs import AnyTrial, Run
from backend.records.samples import SampleSeries

_WAS_RUN = AnyTrial.exit_code.is_not(None)
"""By an agent; of an import the output is what its figures stand on."""
_OF_TRIALS = (TrialLatency, KeptProfile, KeptSystemCalls)
_ENDED = func.coalesce(Experiment.finished_at, Experiment.created_at)


def named_by(session: Session, words: Collection[str]) -> set[str]:
    """Ids of the experiments that these ids, of experiments or of runs, are of."""
    if not words:
        return set()
    runs = select(Run.experiment_id).where(Run.id.in_(words))
    query = select(Experiment.id).where(or_(Experiment.id.in_(words), Experiment.id.in_(runs)))
    return set(session.scalars(query))


def states_of_comparisons(session: Session) -> Sequence[dict[str, Any]]:
    return session.scalars(select(Comparison.state)).all()


def newest_calibrations(session: Session) -> set[str]:
    """Of each testbed: plans count with its noise."""
    query = select(Experiment.id).where(Experiment.is_calibration, Experiment.testbed_id.is_not(None))
    query = query.ext(distinct_on(Experiment.testbed_id))
    return set(session.scalars(query.order_by(Experiment.testbed_id, _ENDED.desc())))


def old_ones(session: Session, subject: What, before: datetime, kept_ids: Collection[str]) -> list[str]:
    """Ids of experiments that have something of this kind to lose, the oldest first."""
    query = select(Experiment.id).where(
        *_may_go(before, kept_ids), Experiment.id.not_in(_origins_of_kept(before, kept_ids)), *_has(subject)
    )
    return list(session.scalars(query.order_by(_ENDED, Experiment.id)))


def bytes_of(session: Session, subject: What, ids: Collection[str]) -> int:
    """What these experiments store of this kind, as PostgreSQL packs it."""
    trials = select(AnyTrial.id).where(AnyTrial.experiment_id.in_(ids))
    if subject is What.OUTPUTS:
        stdout_size = func.coalesce(func.pg_column_size(AnyTrial.stdout), 0)
        stderr_size = func.coalesce(func.pg_column_size(AnyTrial.stderr), 0)
        return _sum(session, stdout_size + stderr_size, AnyTrial.experiment_id.in_(ids), _WAS_RUN)
    samples = _rows(session, SampleSeries, SampleSeries.trial_id.in_(trials))
    if subject is What.SAMPLES:
        return samples
    return samples + sum(
        (
            _rows(session, Experiment, Experiment.id.in_(ids)),
            _rows(session, Run, Run.experiment_id.in_(ids)),
            _rows(session, AnyTrial, AnyTrial.experiment_id.in_(ids)),
            _rows(session, JobRow, JobRow.experiment_id.in_(ids)),
            _rows(session, ImportText, ImportText.experiment_id.in_(ids)),
            *(_rows(session, t, t.trial_id.in_(trials)) for t in _OF_TRIALS),
        )
    )


def remove(session: Session, subject: What, before: datetime, kept_ids: Collection[str], id: str) -> bool:
    """Take it from one experiment; False where it may not go any more: it was starred just now, say."""
    still = select(Experiment.id).where(Experiment.id == id, *_may_go(before, kept_ids)).with_for_update()
    if session.scalar(still) is None:
        return False
    trials = select(AnyTrial.id).where(AnyTrial.experiment_id == id)
    match subject:
        case What.OUTPUTS:
            statement = update(AnyTrial).where(AnyTrial.experiment_id == id, _WAS_RUN)
            session.execute(statement.values(stdout=None, stderr=None))
        case What.SAMPLES:
            session.execute(delete(SampleSeries).where(SampleSeries.trial_id.in_(trials)))
        case What.EXPERIMENTS:
            session.execute(delete(Experiment).where(Experiment.id == id))
    return True


def _may_go(before: datetime, kept_ids: Collection[str]) -> tuple[ColumnElement[bool], ...]:
    return (
        Experiment.state.not_in(UNFINISHED),
        before > _ENDED,
        Experiment.starred.is_(False),
        Experiment.id.not_in(kept_ids),
    )


def _origins_of_kept(before: datetime, kept_ids: Collection[str]) -> Select[tuple[str]]:
    """What those that stay were made from, and what that was made from in its turn."""
    child = aliased(Experiment)
    stays = select(Experiment.derived_from).where(~and_(*_may_go(before, kept_ids)))
    origins = stays.where(Experiment.derived_from.is_not(None)).cte("needed", recursive=True)
    again = select(child.derived_from).join(origins, child.id == origins.c.derived_from)
    origins = origins.union(again.where(child.derived_from.is_not(None)))
    return select(origins.c.derived_from)


def _has(subject: What) -> tuple[ColumnElement[bool], ...]:
    of_trials = AnyTrial.experiment_id == Experiment.id
    match subject:
        case What.OUTPUTS:
            has_output = or_(AnyTrial.stdout.is_not(None), AnyTrial.stderr.is_not(None))
            return (exists().where(of_trials, has_output, _WAS_RUN),)
        case What.SAMPLES:
            return (exists().where(of_trials, SampleSeries.trial_id == AnyTrial.id),)
        case What.EXPERIMENTS:
            return ()


def _rows(session: Session, table: Any, condition: ColumnElement[bool]) -> int:
    """Bytes of whole rows."""
    return _sum(session, func.pg_column_size(literal_column(f"{table.__tablename__}.*")), condition)


def _sum(session: Session, size: ColumnElement[int], *conditions: ColumnElement[bool]) -> int:
    return int(session.scalar(select(func.coalesce(func.sum(size), 0)).where(*conditions)) or 0)
