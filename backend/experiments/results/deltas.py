"""Deltas of an experiment: each run against the baseline of its workload."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from agents.contract.metrics import METRICS, Metric
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.results.delta_schemas import DeltaOut
from backend.experiments.results.highlights import highlighted
from backend.experiments.results.schemas import DeltaRow
from backend.experiments.results.trial_values import (
    MeasuredTrial,
    delta_out,
    is_suspect,
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
    return measured_rows(session, experiment, runs, found)


def measured_rows(
    session: Session, experiment: Experiment, runs: Sequence[Run], metric: Metric
) -> list[DeltaRow]:
    """The deltas of one experiment in one metric, of which no other is read."""
    if is_search(experiment.definition):
        return []
    values: dict[str, list[tuple[int, float | None, int]]] = {}
    suspect = set()
    for row in runs_queries.valid_values(session, [experiment.id], metric.name):
        values.setdefault(row.run_id, []).append(row.as_trial)
        suspect |= {row.run_id} if is_suspect(row.findings) else set()
    return rows_of_values(runs, values, suspect, metric, is_interleaved(experiment))


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


def deltas_of_run(
    experiment: Experiment, run: Run, runs: Sequence[Run], trials: Sequence[MeasuredTrial]
) -> dict[str, DeltaOut]:
    """Metric that a run has → its delta, by the family of all the runs of its workload."""
    if is_search(experiment.definition):
        return {}
    group = [r for r in runs if r.workload["name"] == run.workload["name"]]
    if run.is_baseline or baseline_of(run, group) is None:
        return {}
    suspect, interleaved = suspect_runs(trials), is_interleaved(experiment)
    found: dict[str, DeltaOut] = {}
    for name, metric in METRICS.items():
        values = values_of(trials, name)
        if any(value is not None for _, value, *_ in values.get(run.id, ())):
            family = _family(group, values, metric, interleaved)
            own = next((i for i, r in enumerate(family.candidates) if r.id == run.id), None)
            if own is not None:
                found[name] = _out(family, own, suspect)
    return found


@dataclass(frozen=True)
class _Family:
    """The runs of one workload, and each candidate's delta against the baseline."""

    baseline: Run
    candidates: Sequence[Run]
    control: int | None
    deltas: Sequence[statistics.Delta]


def _rows_of_workload(
    runs: Sequence[Run],
    values: Mapping[str, TrialValues],
    suspect: set[str],
    metric: Metric,
    interleaved: bool,
) -> list[DeltaRow]:
    if not any(r.is_baseline for r in runs):
        return []
    family = _family(runs, values, metric, interleaved)
    rows = [
        DeltaRow(**dict(_out(family, i, suspect)), run_id=run.id, name=run.name)
        for i, run in enumerate(family.candidates)
    ]
    control = None if family.control is None else family.candidates[family.control].id
    return highlighted(rows, control, metric)


def _family(
    runs: Sequence[Run], values: Mapping[str, TrialValues], metric: Metric, interleaved: bool
) -> _Family:
    baseline = next(r for r in runs if r.is_baseline)
    candidates = [r for r in runs if not r.is_baseline and r.deleted_at is None]
    control = next((i for i, r in enumerate(candidates) if r.is_control), None)
    found = statistics.deltas(
        [] if baseline.deleted_at is not None else values.get(baseline.id, []),
        [values.get(r.id, []) for r in candidates],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        interleaved=interleaved,
        control=control,
    )
    return _Family(baseline, candidates, control, found)


def _out(family: _Family, i: int, suspect: set[str]) -> DeltaOut:
    own, baseline = family.candidates[i], family.baseline
    out = delta_out(family.deltas[i], suspect=bool({own.id, baseline.id} & suspect))
    if baseline.deleted_at is not None:
        out.reason = "The baseline was deleted."
    return out


def baseline_of(run: Run, runs: Sequence[Run]) -> Run | None:
    """The run that this one is compared with: the baseline under the same workload."""
    name = run.workload["name"]
    return next((r for r in runs if r.is_baseline and r.workload["name"] == name), None)
