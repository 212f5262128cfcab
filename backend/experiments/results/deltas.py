"""What an experiment's trials say: deltas against the baseline, sums of runs, the headline."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.metrics import METRICS, Metric
from agents.contract.states import ExperimentState, TrialState
from backend.errors import NotFound
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.results.ceiling_result import ceiling_out, headline_sentence
from backend.experiments.results.probes import at_one_load
from backend.experiments.results.schemas import DeltaRow, Headline, RunSummary
from backend.experiments.results.trial_values import (
    Measured,
    delta_out,
    metric_named,
    suspect_runs,
    values_of,
)
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.runs_queries import TrialRow
from backend.statistics import delta as statistics
from backend.statistics.pairing import Run as Values
from backend.statistics.spread import Spread, spread

HEADLINE_METRIC = "requests_per_s"


def deltas(session: Session, experiment_id: str, metric: str) -> list[DeltaRow]:
    """Each run against the baseline, in the order of the plan, the control included."""
    found = metric_named(metric)
    experiment = experiments_queries.experiment(session, experiment_id)
    if experiment is None:
        raise NotFound(f"There is no experiment {experiment_id}")
    runs = runs_queries.runs_of(session, [experiment_id])
    trials = runs_queries.trial_rows(session, experiment_id)
    return delta_rows(experiment, runs, trials, found)


def delta_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[Measured], metric: Metric
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
    values: Mapping[str, Values],
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
    values: Mapping[str, Values],
    suspect: set[str],
    metric: Metric,
    interleaved: bool,
) -> list[DeltaRow]:
    baseline = next((r for r in runs if r.is_baseline), None)
    candidates = [r for r in runs if not r.is_baseline and r.deleted_at is None]
    if baseline is None:
        return []
    gone = baseline.deleted_at is not None
    found = statistics.deltas(
        [] if gone else values.get(baseline.id, []),
        [values.get(r.id, []) for r in candidates],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        interleaved=interleaved,
        control=next((i for i, r in enumerate(candidates) if r.is_control), None),
    )
    rows = []
    for run, one in zip(candidates, found, strict=True):
        out = delta_out(one, suspect=bool({run.id, baseline.id} & suspect))
        if gone:
            out.reason = "The baseline was deleted."
        rows.append(DeltaRow(**dict(out), run_id=run.id, name=run.name))
    return rows


def baseline_of(run: Run, runs: Sequence[Run]) -> Run | None:
    """The run that this one is compared with: the baseline under the same workload."""
    name = run.workload["name"]
    return next((r for r in runs if r.is_baseline and r.workload["name"] == name), None)


def run_summaries(runs: Sequence[Run], trials: Sequence[Measured]) -> list[RunSummary]:
    """Runs with counts, means and spread of their trials."""
    by_run: dict[str, list[Measured]] = {r.id: [] for r in runs}
    for trial in trials:
        by_run[trial.run_id].append(trial)
    return [run_summary(run, by_run[run.id]) for run in runs]


def run_summary(run: Run, trials: Sequence[Measured]) -> RunSummary:
    states = [t.state for t in trials]
    found = _spreads(trials)
    means = {name: s.mean for name, s in found.items() if s.mean is not None}
    return RunSummary(
        **run_fields(run),
        deleted=run.deleted_at is not None,
        trials_done=states.count(TrialState.DONE),
        trials_invalid=states.count(TrialState.INVALID),
        trials_failed=states.count(TrialState.FAILED),
        total_requests=means.get("requests"),
        means=means,
        cv={name: s.cv for name, s in found.items() if s.cv is not None},
        half={name: s.half for name, s in found.items() if s.half is not None},
        range={
            name: [s.low, s.high] for name, s in found.items() if s.low is not None and s.high is not None
        },
    )


def run_fields(run: Run) -> dict[str, Any]:
    """The columns of a run that the API shows as they are."""
    names = (
        "id position name variant parent knobs described factors topology workload is_baseline is_control "
        "state failure"
    )
    return {name: getattr(run, name) for name in names.split()}


def _spreads(trials: Sequence[Measured]) -> dict[str, Spread]:
    """Metric → mean, spread and range over one run's valid trials."""
    trials = at_one_load(trials)
    return {
        name: spread(values, metric.can_be_zero)
        for name, metric in METRICS.items()
        for values in values_of(trials, name).values()
    }


def headlines(session: Session, experiments: Sequence[Experiment]) -> dict[str, Headline | None]:
    """Experiment id → headline, with two queries for all of them."""
    ended = [e.id for e in experiments if ExperimentState(e.state).is_final]
    runs: dict[str, list[Run]] = {}
    for run in runs_queries.runs_of(session, ended):
        runs.setdefault(run.experiment_id, []).append(run)
    values: dict[str, list[tuple[int, float | None, int]]] = {}
    suspect = set()
    for row in runs_queries.valid_values(session, ended, HEADLINE_METRIC):
        values.setdefault(row.run_id, []).append(row.as_trial)
        suspect |= {row.run_id} if any(f.get("level") == "suspect" for f in row.findings) else set()
    metric = METRICS[HEADLINE_METRIC]
    searches = [e for e in experiments if e.id in ended and is_search(e.definition)]
    probes = runs_queries.trial_rows_of(session, [e.id for e in searches]) if searches else []
    return {
        e.id: ceiling_headline(e, runs.get(e.id, []), [t for t in probes if t.experiment_id == e.id])
        if e in searches
        else headline(
            e,
            runs.get(e.id, []),
            rows_of_values(runs.get(e.id, []), values, suspect, metric, is_interleaved(e)),
        )
        for e in experiments
    }


def headline_of_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Headline | None:
    """The headline of one experiment from its rows; None until the end."""
    if not ExperimentState(experiment.state).is_final:
        return None
    if is_search(experiment.definition):
        return ceiling_headline(experiment, runs, trials)
    return headline(experiment, runs, delta_rows(experiment, runs, trials, METRICS[HEADLINE_METRIC]))


def ceiling_headline(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Headline | None:
    """The highest ceiling that an ended search found, beside the baseline's."""
    found = ceiling_out(experiment, runs, trials)
    if found is None or not any(r.probes for r in found.runs):
        return _headline(None, _nothing(experiment))
    best, sentence = headline_sentence(found, {r.id for r in runs if r.is_baseline})
    shown = _headline(None, sentence)
    return shown.model_copy(
        update={"run_id": best.run_id, "name": best.name, "metric": "connections"} if best else {}
    )


def headline(experiment: Experiment, runs: Iterable[Run], rows: Sequence[DeltaRow]) -> Headline | None:
    """The best settled change of requests per second, or why there is none; None until the end."""
    if not ExperimentState(experiment.state).is_final:
        return None
    controls = {r.id for r in runs if r.is_control}
    known = [r for r in rows if r.change is not None]
    candidates = [r for r in known if r.run_id not in controls]
    better = [r for r in candidates if r.verdict == "better"]
    if better:
        best = max(better, key=_change)
        return _headline(best, _said(best))
    if candidates:
        largest = max(candidates, key=lambda r: abs(_change(r)))
        worse = any(r.verdict == "worse" for r in candidates)
        lead = "none is better" if worse else "no change settled"
        if all(r.verdict == "same" for r in candidates):
            lead = "all are the same"
        return _headline(largest, f"{lead}; largest: {_said(largest)}")
    control = next((r for r in known if r.run_id in controls), None)
    if control is not None:
        return _headline(control, f"A/A control: {_percent(control)} req/s, {control.verdict}")
    return _headline(None, _nothing(experiment))


def _change(row: DeltaRow) -> float:
    return row.change or 0.0


def _percent(row: DeltaRow) -> str:
    return f"{100 * _change(row):+.1f}%"


def _said(row: DeltaRow) -> str:
    return f"{row.name}: {_percent(row)} req/s, {row.verdict}"


def _nothing(experiment: Experiment) -> str:
    if experiment.state == ExperimentState.FAILED:
        why = (experiment.failure or {}).get("message")
        return f"failed: {why}" if why else "failed before anything could be compared"
    if experiment.state == ExperimentState.CANCELLED:
        return "cancelled before anything could be compared"
    return "no two runs with valid trials to compare"


def _headline(row: DeltaRow | None, sentence: str) -> Headline:
    return Headline(
        run_id=row.run_id if row else None,
        name=row.name if row else None,
        metric=HEADLINE_METRIC,
        delta=row,
        sentence=sentence,
    )
