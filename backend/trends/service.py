"""A trend: one variant over finished experiments on one testbed."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import Metric
from backend.analysis.trial_values import metric_named
from backend.records import experiments_queries, runs_queries
from backend.records.trial_rows import ValueRow
from backend.refs import ExperimentRef
from backend.statistics.spread import spread
from backend.trends import queries
from backend.trends.marks import Conditions, marks_between
from backend.trends.queries import PointRow, VariantRow
from backend.trends.schemas import TrendMark, TrendOut, TrendPoint, TrendQuery, TrendVariant

MAX_EXPERIMENTS = 100
MAX_VARIANTS = 200

Key = tuple[str, str]
"""Variant hash and name of the workload."""


def trend(session: Session, query: TrendQuery) -> TrendOut:
    """Trend of a variant, by default of the experiment's headline, else of the most frequent candidate."""
    metric, recipe = metric_named(query.metric), query.recipe or None
    testbed_id, variant = query.testbed or None, (query.variant, query.workload) if query.variant else None
    if query.experiment:
        experiment = experiments_queries.existing(session, query.experiment)
        testbed_id = testbed_id or experiment.testbed_id
        run_id = (experiment.headline or {}).get("run_id")
        variant = variant or queries.hash_of_run(session, experiment.id, run_id)
    else:
        testbed_id = testbed_id or queries.newest_testbed(session, recipe)
    ids = queries.finished_on(session, testbed_id, recipe, MAX_EXPERIMENTS + 1) if testbed_id else []
    ids, is_cut = ids[:MAX_EXPERIMENTS], len(ids) > MAX_EXPERIMENTS
    rows = queries.variants_of(session, ids, MAX_VARIANTS) if ids else []
    row = chosen_variant(rows, variant)
    names = experiments_queries.testbed_names(session, [testbed_id]) if testbed_id else {}
    return TrendOut(
        metric=metric.name,
        testbed=ExperimentRef(id=testbed_id, name=names[testbed_id]) if testbed_id in names else None,
        recipe=recipe,
        variant=_variant(row) if row else None,
        variants=[_variant(r) for r in rows],
        points=_points(session, ids, row, metric) if row else [],
        experiments=len(ids),
        is_cut=is_cut,
    )


def chosen_variant(rows: Sequence[VariantRow], key: Key | None) -> VariantRow | None:
    """The variant of this key; without one the first that is a candidate somewhere, else the first.

    An empty name of a workload stands for any.
    """
    if key is None:
        return next((row for row in rows if not row.is_baseline), rows[0] if rows else None)
    variant_hash, workload = key
    candidates = (row for row in rows if row.hash == variant_hash and workload in ("", row.workload))
    return next(candidates, None)


def _variant(row: VariantRow) -> TrendVariant:
    return TrendVariant.model_validate(row._asdict())


def _points(session: Session, ids: Sequence[str], row: VariantRow, metric: Metric) -> list[TrendPoint]:
    rows = queries.points_of(session, ids, row.hash, row.workload, metric.name)
    values: dict[str, list[ValueRow]] = {r.run_id: [] for r in rows}
    for value in runs_queries.valid_values_of_runs(session, list(values), metric.name):
        values[value.run_id].append(value)
    conditions = [Conditions(r.facts, r.rules_version, r.workload) for r in rows]
    marks = [[], *(marks_between(before, after) for before, after in pairwise(conditions))][: len(rows)]
    return [point_of(r, values[r.run_id], m, metric) for r, m in zip(rows, marks, strict=True)]


def point_of(row: PointRow, values: Sequence[ValueRow], marks: list[TrendMark], metric: Metric) -> TrendPoint:
    """A point with mean and interval of its trials, and the delta that is stored of its run."""
    result = spread([value.as_trial for value in values], metric.can_be_zero)
    delta = row.delta or {}
    return TrendPoint(
        experiment=ExperimentRef(id=row.experiment_id, name=row.experiment),
        run_id=row.run_id,
        name=row.name,
        at=row.at,
        trials=len([value for value in values if value.value is not None]),
        mean=result.mean,
        half=result.ci_half_width,
        is_baseline=row.is_baseline,
        baseline_mean=delta.get("baseline_mean"),
        change=delta.get("change"),
        low=delta.get("low"),
        high=delta.get("high"),
        verdict=_verdict(delta),
        is_untrusted=row.is_untrusted,
        marks=marks,
    )


def _verdict(delta: Mapping[str, Any]) -> str | None:
    """Verdict as pages show it: fails_more in place of unclear."""
    has_failures = (delta.get("failures") or {}).get("word") == "fails more"
    return "fails_more" if delta.get("verdict") == "unclear" and has_failures else delta.get("verdict")
