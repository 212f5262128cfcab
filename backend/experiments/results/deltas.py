"""Deltas of an experiment: each run against the baseline of its workload."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.metrics import Metric
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.results.highlights import highlighted
from backend.experiments.results.schemas import DeltaRow
from backend.experiments.results.trial_values import (
    MeasuredTrial,
    delta_out,
    metric_named,
    suspect_runs,
    values_of,
)
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues


def deltas(session: Session, experiment_id: str, metric: str) -> list[DeltaRow]:
    """Each run against the baseline, in the order of the plan, the control included."""
    found = metric_named(metric)
    experiment = experiments_queries.existing(session, experiment_id)
    runs = runs_queries.runs_of(session, [experiment_id])
    trials = runs_queries.trial_rows(session, experiment_id)
    return delta_rows(experiment, runs, trials, found)


def delta_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> list[DeltaRow]:
    """The deltas of one experiment from its rows; probes of a search have a load each, so none there."""
    if is_search(experiment.definition):
        return []
    return rows_of_values(
        runs, values_of(trials, metric.name), suspect_runs(trials), metric, is_interleaved(experiment)
    )


def is_interleaved(experiment: Experiment) -> bool:
    return experiment.definition.get("order", "interleaved") == "interleaved"


def rows_of_values(
    runs: Sequence[Run],
    values: Mapping[str, TrialValues],
    suspect: set[str],
    metric: Metric,
    interleaved: bool,
) -> list[DeltaRow]:
    """Deltas of the candidates that were not deleted, in the order of the plan.

    Every workload has a baseline, a control and so a family for Holm of its own.
    """
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.workload["name"], []).append(run)
    return [
        row
        for group in groups.values()
        for row in _rows_of_workload(group, values, suspect, metric, interleaved)
    ]


def _rows_of_workload(
    runs: Sequence[Run],
    values: Mapping[str, TrialValues],
    suspect: set[str],
    metric: Metric,
    interleaved: bool,
) -> list[DeltaRow]:
    baseline = next((r for r in runs if r.is_baseline), None)
    candidates = [r for r in runs if not r.is_baseline and r.deleted_at is None]
    if baseline is None:
        return []
    gone = baseline.deleted_at is not None
    control = next((i for i, r in enumerate(candidates) if r.is_control), None)
    found = statistics.deltas(
        [] if gone else values.get(baseline.id, []),
        [values.get(r.id, []) for r in candidates],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        interleaved=interleaved,
        control=control,
    )
    rows = []
    for run, one in zip(candidates, found, strict=True):
        out = delta_out(one, suspect=bool({run.id, baseline.id} & suspect))
        if gone:
            out.reason = "The baseline was deleted."
        rows.append(DeltaRow(**dict(out), run_id=run.id, name=run.name))
    return highlighted(rows, None if control is None else candidates[control].id, metric)


def baseline_of(run: Run, runs: Sequence[Run]) -> Run | None:
    """The run that this one is compared with: the baseline under the same workload."""
    name = run.workload["name"]
    return next((r for r in runs if r.is_baseline and r.workload["name"] == name), None)
