"""Exports of an experiment, read from the record."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS
from backend import __version__
from backend.analysis.deltas import delta_rows
from backend.analysis.steps import step_rows
from backend.analysis.trial_values import metric_named
from backend.experiments import service as experiments
from backend.presentation.exports import service
from backend.presentation.exports.run_files import read_outputs
from backend.presentation.files.csv_text import csv_lines
from backend.presentation.files.documents import VERSION, json_parts, trials_with_output
from backend.presentation.files.file import File
from backend.presentation.files.markdown import report_markdown
from backend.presentation.files.page import report_page
from backend.presentation.files.tables import metrics_in_order, runs_table, steps_table, trials_table
from backend.presentation.pictures import drawings
from backend.presentation.report.experiment import report_of
from backend.records import experiments_queries, runs_queries


def csv_of_trials(session: Session, experiment_id: str) -> File:
    detail = experiments.detail(session, experiment_id)
    trials = runs_queries.trial_rows(session, experiment_id)
    return File(f"{detail.name} {detail.id} trials", "csv", csv_lines(*trials_table(detail, trials)))


def csv_of_runs(session: Session, experiment_id: str, metrics: Sequence[str]) -> File:
    detail = experiments.detail(session, experiment_id)
    names = _names(session, experiment_id, metrics)
    deltas = _by_metric(session, experiment_id, names, delta_rows)
    return File(f"{detail.name} {detail.id} runs", "csv", csv_lines(*runs_table(detail, deltas, names)))


def csv_of_steps(session: Session, experiment_id: str, metrics: Sequence[str]) -> File:
    detail = experiments.detail(session, experiment_id)
    names = _names(session, experiment_id, metrics)
    steps = _by_metric(session, experiment_id, names, step_rows)
    return File(f"{detail.name} {detail.id} steps", "csv", csv_lines(*steps_table(detail, steps)))


def _names(session: Session, experiment_id: str, metrics: Sequence[str]) -> list[str]:
    """The metrics that are asked for; none are all that were measured."""
    for name in metrics:
        metric_named(name)
    return list(dict.fromkeys(metrics)) or metrics_in_order(runs_queries.trial_rows(session, experiment_id))


def _by_metric(
    session: Session, experiment_id: str, metrics: Sequence[str], compute: Callable[..., list[Any]]
) -> dict[str, list[Any]]:
    """Metric → its deltas or steps, as `compute` makes them."""
    experiment = experiments_queries.existing(session, experiment_id)
    runs = runs_queries.runs_of(session, [experiment_id])
    trials = runs_queries.trial_rows(session, experiment_id)
    return {name: compute(experiment, runs, trials, METRICS[name]) for name in metrics}


def json_of(session: Session, experiment_id: str, metric: str | None, site: str, with_output: bool) -> File:
    """Everything: definition, facts, runs, trials, deltas of all metrics, the report's sentences."""
    inputs = service.report_inputs(session, experiment_id, metric)
    experiment = experiments_queries.existing(session, experiment_id)
    names = metrics_in_order(inputs.trials)
    run_ids = {r.id for r in inputs.detail.run_list if not r.deleted}
    trials: list[Mapping[str, Any]] = [t._asdict() for t in inputs.trials if t.run_id in run_ids]
    head = {
        "format": "dynoboard.experiment",
        "version": VERSION,
        "made_by": f"Dynoboard {__version__}",
        "made_at": datetime.now(UTC),
        "url": f"{site}/experiments/{experiment_id}",
        "experiment": inputs.detail.model_dump(mode="json", exclude={"run_list", "yaml", "progress"}),
        "definition": experiment.definition,
        "definition_yaml": experiment.definition_yaml,
        "facts": experiment.facts,
        "facts_after": experiment.facts_after,
        "metrics": list(METRICS.values()),
        "deltas": _by_metric(session, experiment_id, names, delta_rows),
        "steps": _by_metric(session, experiment_id, names, step_rows) if inputs.steps else {},
        "report": report_of(inputs).model_dump(mode="json", exclude={"rows", "charts", "metric"}),
    }
    lists = {
        "runs": [r for r in inputs.detail.run_list if not r.deleted],
        "trials": trials_with_output(_by_run(trials), read_outputs) if with_output else trials,
    }
    return File(f"{inputs.detail.name} {experiment_id}", "json", json_parts(head, lists))


def _by_run(trials: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Together where their outputs are read together."""
    return sorted(trials, key=lambda trial: trial["run_id"])


def markdown_of(session: Session, experiment_id: str, metric: str | None, site: str) -> File:
    inputs = service.report_inputs(session, experiment_id, metric)
    text = report_markdown(report_of(inputs), site)
    return File(f"{inputs.detail.name} {experiment_id}", "md", [text])


def page_of(session: Session, experiment_id: str, metric: str | None, site: str) -> File:
    """The charts are drawn when the answer is sent, one by one."""
    inputs = service.report_inputs(session, experiment_id, metric)
    report = report_of(inputs)

    def parts() -> Iterator[str]:
        yield report_page(report, drawings.of_experiment(inputs), site, made_by(inputs.detail.rules.version))

    return File(f"{inputs.detail.name} {experiment_id}", "html", parts())


def made_by(rules: int) -> str:
    made_at = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    return f"Made by Dynoboard {__version__} on {made_at}. Verdicts follow rules {rules}."
