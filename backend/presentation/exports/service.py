"""Inputs of exports and reports, read from the record."""

from collections.abc import Iterable, Mapping

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS, Metric
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.calibration import loading
from backend.analysis.candidates.comparisons import reference_of
from backend.analysis.delta_schemas import SpreadOut
from backend.analysis.deltas import delta_rows
from backend.analysis.headlines.headline import MAIN
from backend.analysis.schemas import RunSummary
from backend.analysis.steps import step_rows
from backend.analysis.trial_values import metric_named, spread_out, values_of
from backend.definition.ceiling_rules import is_search
from backend.experiments import service as experiments
from backend.presentation.exports import queries
from backend.presentation.pictures.chart_list import charts_of_experiment
from backend.presentation.report.experiment import ReportInputs, report_of
from backend.presentation.report.schemas import Report
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.spread import compare_spread


def report(session: Session, experiment_id: str, metric: str | None = None) -> Report:
    return report_of(report_inputs(session, experiment_id, metric))


def report_inputs(session: Session, experiment_id: str, metric: str | None = None) -> ReportInputs:
    """Inputs of an experiment's report for one metric, by default that of its headline."""
    experiment = experiments_queries.existing(session, experiment_id)
    detail = experiments.detail(session, experiment_id)
    headline_metric = detail.headline.metric if detail.headline else ""
    metric_ = metric_named(metric) if metric else METRICS.get(headline_metric, MAIN)
    runs = runs_queries.runs_of(session, [experiment_id])
    trials = runs_queries.trial_rows(session, experiment_id)
    deltas = delta_rows(experiment, runs, trials, metric_)
    steps = step_rows(experiment, runs, trials, metric_)
    # not before the end: working it out after each trial would disturb those that follow
    is_told = experiment.is_calibration and ExperimentState(experiment.state).is_final
    return ReportInputs(
        detail=detail,
        metric=metric_,
        deltas=deltas,
        trials=trials,
        facts=experiment.facts,
        tools=_tools(detail.run_list, queries.tool_versions(session, experiment_id)),
        spreads={} if is_search(experiment.definition) else _spreads(experiment, runs, trials, metric_),
        source=experiment.definition.get("source"),
        steps=steps,
        charts=charts_of_experiment(detail, deltas, steps, metric_),
        calibration=loading.calibration(session, experiment_id) if is_told else None,
    )


def _tools(runs: Iterable[RunSummary], versions: Mapping[str, str]) -> list[str]:
    """`wrk 4.1.0`, of every tool that was used."""
    names = dict.fromkeys(r.workload.tool for r in runs)
    return [f"{tool} {versions[tool]}" if tool in versions else tool for tool in names]


def _spreads(
    experiment: Experiment, runs: Iterable[Run], trials: Iterable[TrialRow], metric: Metric
) -> dict[str, SpreadOut]:
    """Run id → spread of its trials against its baseline's; nothing for metrics that can be zero."""
    if metric.can_be_zero:
        return {}
    runs = [r for r in runs if r.deleted_at is None]
    values = values_of((t for t in trials if t.state == TrialState.DONE), metric.name)
    spreads = {}
    for run in runs:
        base = reference_of(experiment, run, runs)
        if base is not None and base is not run:
            spreads[run.id] = spread_out(compare_spread(values.get(base.id, []), values.get(run.id, [])))
    return spreads
