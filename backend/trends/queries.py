"""SQL of trends: every statement is bounded by the number of experiments."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.verdicts.stored import StoredVerdicts

_WORKLOAD = Run.workload["name"].astext
_IS_SHOWN = and_(Run.deleted_at.is_(None), Run.is_control.is_(False))
_IS_FINISHED = and_(
    Experiment.state == ExperimentState.FINISHED,
    Experiment.archived_at.is_(None),
    Experiment.kind == "compare",
    Experiment.finished_at.is_not(None),
)


class PointRow(NamedTuple):
    """A run with what its experiment says of it."""

    run_id: str
    name: str
    workload: dict[str, Any]
    is_baseline: bool
    experiment_id: str
    experiment: str
    at: datetime
    is_untrusted: bool
    rules_version: int
    facts: dict[str, Any]
    delta: dict[str, Any] | None


class VariantRow(NamedTuple):
    hash: str
    name: str
    workload: str
    experiments: int
    is_baseline: bool
    newest: datetime


def newest_testbed(session: Session, recipe: str | None) -> str | None:
    """Testbed of the newest finished experiment, of one recipe where it is named."""
    query = select(Experiment.testbed_id).where(_IS_FINISHED, Experiment.testbed_id.is_not(None))
    if recipe is not None:
        query = query.where(Experiment.recipe == recipe)
    return session.scalar(query.order_by(Experiment.created_at.desc()).limit(1))


def finished_on(session: Session, testbed_id: str, recipe: str | None, limit: int) -> list[str]:
    """Ids of the newest finished experiments on a testbed."""
    query = select(Experiment.id).where(_IS_FINISHED, Experiment.testbed_id == testbed_id)
    if recipe is not None:
        query = query.where(Experiment.recipe == recipe)
    return list(session.scalars(query.order_by(Experiment.created_at.desc()).limit(limit)))


def variants_of(session: Session, experiment_ids: Collection[str], limit: int) -> list[VariantRow]:
    """Variants under their workloads, the most frequent first."""
    number = func.count(Run.experiment_id.distinct())
    newest = func.max(Experiment.finished_at)
    names = func.array_agg(aggregate_order_by(Run.variant, Experiment.finished_at.desc()))
    query = (
        select(Run.variant_hash, names[1], _WORKLOAD, number, func.bool_and(Run.is_baseline), newest)
        .join(Experiment, Experiment.id == Run.experiment_id)
        .where(Run.experiment_id.in_(experiment_ids), _IS_SHOWN)
        .group_by(Run.variant_hash, _WORKLOAD)
        .order_by(number.desc(), newest.desc(), Run.variant_hash, _WORKLOAD)
        .limit(limit)
    )
    return [VariantRow(*row) for row in session.execute(query)]


def hash_of_run(session: Session, experiment_id: str, run_id: str | None) -> tuple[str, str] | None:
    """Variant hash and workload of a run; without one of the first candidate."""
    query = select(Run.variant_hash, _WORKLOAD).where(Run.experiment_id == experiment_id, _IS_SHOWN)
    if run_id is not None:
        query = query.where(Run.id == run_id)
    row = session.execute(query.order_by(Run.is_baseline, Run.position).limit(1)).first()
    return None if row is None else (row[0], row[1])


def points_of(
    session: Session, experiment_ids: Collection[str], variant_hash: str, workload: str, metric: str
) -> list[PointRow]:
    """One run of each experiment that has the variant, the oldest first, with its stored delta."""
    verdicts_of_metric = and_(
        StoredVerdicts.experiment_id == Experiment.id,
        StoredVerdicts.rules_version == Experiment.rules_version,
        StoredVerdicts.metric == metric,
    )
    query = (
        select(
            Run.id,
            Run.name,
            Run.workload,
            Run.is_baseline,
            Experiment.id,
            Experiment.name,
            Experiment.finished_at,
            func.coalesce(Experiment.headline["trust"]["level"].astext == "red", False),
            Experiment.rules_version,
            Experiment.facts,
            func.jsonb_extract_path(StoredVerdicts.deltas, Run.id, type_=JSONB),
        )
        .join(Experiment, Experiment.id == Run.experiment_id)
        .outerjoin(StoredVerdicts, verdicts_of_metric)
        .where(
            Run.experiment_id.in_(experiment_ids),
            Run.variant_hash == variant_hash,
            workload == _WORKLOAD,
            _IS_SHOWN,
        )
        .order_by(Experiment.finished_at, Experiment.id, Run.is_baseline.desc(), Run.position)
    )
    rows = {row[4]: PointRow(*row) for row in reversed(session.execute(query).all())}
    return list(reversed(rows.values()))
