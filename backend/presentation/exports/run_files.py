"""Exports of one run."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS
from backend import __version__
from backend.analysis.trial_values import metric_named
from backend.database import transaction
from backend.errors import NotFound
from backend.experiments import service as experiments
from backend.presentation.charts.from_results import percentile_chart, trials_chart
from backend.presentation.charts.specs import Chart, PercentileChart
from backend.presentation.exports import queries
from backend.presentation.files.csv_text import csv_lines
from backend.presentation.files.documents import VERSION, json_parts, trials_with_output
from backend.presentation.files.file import File, LatencyFileKind
from backend.presentation.files.latency_files import hlog_lines, latency_csv
from backend.presentation.files.tables import trials_table
from backend.records import runs_queries
from backend.runs import service as runs
from backend.runs.latency_service import latencies_at_one_load, latency, of_rows
from backend.runs.schemas import RunDetail


def csv_of(session: Session, run_id: str) -> File:
    """One row per trial of this run, with the columns of the experiment's export."""
    run, experiment = runs.row(session, run_id)
    detail = experiments.detail(session, experiment.id)
    trials = runs_queries.trial_rows_of_runs(session, [run_id])
    return File(f"{run.name} {run_id} trials", "csv", csv_lines(*trials_table(detail, trials)))


def json_of(session: Session, run_id: str, site: str, with_output: bool, with_samples: bool) -> File:
    """Export everything behind the run's permalink; output and samples are read while they are sent."""
    detail = runs.detail(session, run_id)
    _, experiment = runs.row(session, run_id)
    head = {
        "format": "dynoboard.run",
        "version": VERSION,
        "made_by": f"Dynoboard {__version__}",
        "made_at": datetime.now(UTC),
        "url": f"{site}/runs/{run_id}",
        "run": detail.model_dump(mode="json", exclude={"trials", "rules"}),
        "definition": experiment.definition,
        "metrics": list(METRICS.values()),
    }
    trials: list[dict[str, Any]] = [trial.model_dump(mode="json") for trial in detail.trials]
    lists: dict[str, Any] = {"trials": trials_with_output(trials, read_outputs) if with_output else trials}
    if with_samples:
        lists["samples"] = _samples(run_id, [t["id"] for t in trials if t["started_at"]])
    return File(f"{detail.name} {run_id}", "json", json_parts(head, lists))


def read_outputs(run_id: str) -> dict[str, dict[str, Any]]:
    """Outputs of a run, read in a new transaction: the request's has ended when the answer goes out."""
    with transaction() as session:
        return queries.outputs_of(session, run_id)


def _samples(run_id: str, trial_ids: list[str]) -> Iterator[Any]:
    for trial_id in trial_ids:
        with transaction() as session:
            yield runs.samples(session, run_id, trial_id)


def latency_of(session: Session, run_id: str, form: LatencyFileKind) -> File:
    """Percentiles of all requests as CSV, or trials' histograms in HdrHistogram's log; NotFound without."""
    run, _ = runs.row(session, run_id)
    rows, kind = latencies_at_one_load(session, run)
    if not rows:
        raise NotFound(
            f"The run “{run.name}” has no latency of every request: its load tool gave percentiles only"
        )
    lines = latency_csv(of_rows(run, rows, kind)) if form == "csv" else hlog_lines(run.name, rows)
    return File(f"{run.name} {run_id} latency", form, lines)


def chart(session: Session, run_id: str, name: str, metric: str) -> Chart:
    """Trials, or percentiles beside the baseline's; NotFound where there is nothing to show."""
    metric_ = metric_named(metric)
    detail = runs.detail(session, run_id)
    if name == "trials":
        trials = runs_queries.trial_rows_of_runs(session, [run_id])
        content = trials_chart(detail.experiment.name, [detail], trials, metric_)
        empty = not content.rows
    else:
        content = _percentiles(session, detail)
        empty = not content.curves
    if empty:
        raise NotFound(f"There is no chart “{name}” of the run “{detail.name}”: it has no figures for it")
    return content


def _percentiles(session: Session, run: RunDetail) -> PercentileChart:
    """Percentiles of all requests if the run and its baseline have them; otherwise means over trials."""
    title, base = f"{run.name} · {run.experiment.name}", run.baseline
    latencies = [latency(session, id) for id in (run.id, *([base.run_id] if base else []))]
    if all(run_latency.kind == "measured" for run_latency in latencies):
        sets = {
            run_latency.name: {name: point.value for name, point in run_latency.percentiles.items()}
            for run_latency in latencies
        }
        return percentile_chart(title, sets, "of all requests as measured")
    return percentile_chart(
        title, {run.name: run.percentiles} | ({base.name: base.percentiles} if base else {})
    )
