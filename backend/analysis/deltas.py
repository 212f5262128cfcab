"""Deltas of an experiment: each run against the baseline of its workload."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS, Metric
from agents.contract.states import ExperimentState, TrialState
from backend.acted.signs_of_run import is_idle, sentence_of
from backend.analysis.candidates.comparisons import (
    ComparedRuns,
    baseline_of,
    compared_runs,
    context_change,
    has_equal_settings,
)
from backend.analysis.candidates.judged import experiment_family, is_interleaved, judged_deltas
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.failures.outcome import FailureOutcome, counts_failures, failure_outcome
from backend.analysis.headlines.busy_host import changed_knobs, depends_on_cpus, is_busy
from backend.analysis.highlights import highlight_rows
from backend.analysis.interim import withhold_verdict
from backend.analysis.schemas import DeltaRow
from backend.analysis.stored.setting_signs import stored_signs
from backend.analysis.stored.verdicts import deltas_as_given, run_as_given
from backend.analysis.trial_values import (
    MeasuredTrial,
    MetricFamily,
    causes,
    delta_out,
    measured_metrics,
    metric_named,
    suspect_runs,
    values_of,
)
from backend.definition.ceiling_rules import is_search
from backend.diagnostics.bottlenecks.beside import beside
from backend.diagnostics.results.run_bottlenecks import stored_bottlenecks
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues
from backend.statistics.rules import RULES_2


def deltas(session: Session, experiment_id: str, metric: str) -> list[DeltaRow]:
    """Each run against the baseline, in the order of the plan, the control included."""
    metric_entry = metric_named(metric)
    experiment = experiments_queries.existing(session, experiment_id)
    runs = runs_queries.runs_of(session, [experiment_id])
    return measured_rows(session, experiment, runs, metric_entry)


def measured_rows(
    session: Session, experiment: Experiment, runs: Sequence[Run], metric: Metric
) -> list[DeltaRow]:
    """The deltas of one experiment in one metric; under rules 1 nothing else is read."""
    if is_search(experiment.definition):
        return []
    if counts_failures(experiment):
        return delta_rows(experiment, runs, runs_queries.trial_rows(session, experiment.id), metric)
    values: dict[str, list[tuple[int, float | None, int, int | None]]] = {}
    rows = runs_queries.valid_values(session, [experiment.id], metric.name)
    for row in rows:
        values.setdefault(row.run_id, []).append(row.as_trial)
    suspect = causes((row.run_id, row.findings) for row in rows)
    comparisons = compared_runs(experiment, runs)
    families = _compare_families(experiment, runs, comparisons, values, metric, MetricFamily())
    return deltas_as_given(experiment, metric.name, _rows(families, suspect, metric))


def delta_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> list[DeltaRow]:
    """The deltas of one experiment from its rows; probes of a search have a load each, so none there."""
    return deltas_as_given(experiment, metric.name, computed_rows(experiment, runs, trials, metric))


def computed_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> list[DeltaRow]:
    """Build `delta_rows` from the trials, whatever is stored."""
    if is_search(experiment.definition):
        return []
    together = experiment_family(experiment, metric, trials)
    comparisons, values = compared_runs(experiment, runs), values_of(trials, metric.name)
    families = _compare_families(experiment, runs, comparisons, values, metric, together)
    rows = _rows(families, suspect_runs(trials), metric, _failures_of(experiment, families, trials))
    _mark_busy(experiment, comparisons, trials, {row.run_id: [row] for row in rows})
    return rows


def deltas_of_run(
    experiment: Experiment, run: Run, runs: Sequence[Run], trials: Sequence[MeasuredTrial]
) -> dict[str, DeltaOut]:
    """Metric that a run has → its delta, by the family of all the runs of its workload."""
    if is_search(experiment.definition):
        return {}
    if run.is_baseline or baseline_of(run, runs) is None:
        return {}
    comparisons, suspect = compared_runs(experiment, runs), suspect_runs(trials)
    by_metric: dict[str, DeltaOut] = {}
    failures, metric_names = None, measured_metrics(trials)
    run_metric_names = measured_metrics(trial for trial in trials if trial.run_id == run.id)
    for metric in (m for m in METRICS.values() if m.name in run_metric_names):
        values = values_of(trials, metric.name)
        together = experiment_family(experiment, metric, trials, metric_names)
        families = _compare_families(experiment, runs, comparisons, values, metric, together)
        failures = failures or _failures_of(experiment, families, trials)
        for family in families:
            index = next((i for i, r in enumerate(family.comparison.candidates) if r.id == run.id), None)
            if index is not None:
                by_metric[metric.name] = _out(family, index, suspect, metric, failures)
    _mark_busy(experiment, comparisons, trials, {run.id: list(by_metric.values())})
    return run_as_given(experiment, run.id, by_metric)


def _mark_busy(
    experiment: Experiment,
    comparisons: Sequence[ComparedRuns],
    trials: Sequence[MeasuredTrial],
    deltas_by_run: Mapping[str, Sequence[DeltaOut]],
) -> None:
    """Mark verdicts about pinning and workers of an ended experiment whose host others kept busy."""
    if experiment.rules_version < RULES_2 or not ExperimentState(experiment.state).is_final:
        return
    if not is_busy([trial.findings for trial in trials if trial.state == TrialState.DONE]):
        return
    for comparison in comparisons:
        for run in comparison.candidates:
            if depends_on_cpus(changed_knobs(run.knobs, comparison.baseline.knobs)):
                for delta in deltas_by_run.get(run.id, ()):
                    delta.on_busy_host = not delta.is_unjudged


def _last_round_note(delta: DeltaOut, last_round: int) -> str:
    """Sentence on the last round, with the reason where the metric itself tells it."""
    if delta.verdict == "unclear" and not delta.exploratory:
        return f"Measured until round {last_round}: more rounds would hardly decide it."
    return f"Measured until round {last_round}."


@dataclass(frozen=True)
class _Family:
    """One comparison, and each candidate's delta against the baseline."""

    comparison: ComparedRuns
    deltas: Sequence[statistics.Delta]
    experiment: Experiment
    is_exploratory: bool


def _compare_families(
    experiment: Experiment,
    runs: Sequence[Run],
    comparisons: Sequence[ComparedRuns],
    values: Mapping[str, TrialValues],
    metric: Metric,
    together: MetricFamily,
) -> list[_Family]:
    """Every workload and context with its baseline; what has a verdict is judged together.

    With the words that the experiment's state allows; an eliminated run has none already.
    """
    deltas_by_run = judged_deltas(experiment, runs, comparisons, values, metric, together)
    for run in runs:
        if run.id in deltas_by_run and not run.eliminated_after:
            deltas_by_run[run.id] = withhold_verdict(deltas_by_run[run.id], experiment)
    return [
        _Family(item, [deltas_by_run[r.id] for r in item.candidates], experiment, together.is_exploratory)
        for item in comparisons
    ]


def _failures_of(
    experiment: Experiment, families: Sequence[_Family], trials: Sequence[MeasuredTrial]
) -> FailureOutcome | None:
    judged_items = [family.comparison for family in families if family.comparison.is_judged]
    workloads = [(item.baseline, item.candidates, item.control) for item in judged_items]
    return failure_outcome(experiment, workloads, trials, is_interleaved(experiment))


def _rows(
    families: Sequence[_Family],
    suspect: Mapping[str, str],
    metric: Metric,
    failures: FailureOutcome | None = None,
) -> list[DeltaRow]:
    workloads: dict[str, list[_Family]] = {}
    for family in families:
        workloads.setdefault(family.comparison.workload, []).append(family)
    return [row for group in workloads.values() for row in _rows_of(group, suspect, metric, failures)]


def _rows_of(
    families: Sequence[_Family], suspect: Mapping[str, str], metric: Metric, failures: FailureOutcome | None
) -> list[DeltaRow]:
    """Rows of one workload in the order of the plan."""
    positions = {run.id: run.position for family in families for run in family.comparison.candidates}
    rows = [
        DeltaRow(**dict(_out(family, i, suspect, metric, failures)), run_id=run.id, name=run.name)
        for family in families
        for i, run in enumerate(family.comparison.candidates)
    ]
    rows.sort(key=lambda row: positions[row.run_id])
    first = families[0].comparison
    control = None if first.control is None else first.candidates[first.control].id
    return highlight_rows(rows, control, metric, families[0].experiment.rules_version)


def _out(
    family: _Family, i: int, suspect: Mapping[str, str], metric: Metric, failures: FailureOutcome | None
) -> DeltaOut:
    comparison = family.comparison
    run, baseline = comparison.candidates[i], comparison.baseline
    out = delta_out(family.deltas[i], suspect.get(run.id) or suspect.get(baseline.id))
    out.limited = beside(stored_bottlenecks(baseline), stored_bottlenecks(run))
    out.exploratory = family.is_exploratory
    signs = stored_signs(run)
    out.never_acted, out.is_idle = sentence_of(signs), is_idle(signs)
    out.equal_settings = has_equal_settings(family.experiment, run, baseline)
    if run.eliminated_after is not None:
        out.verdict, out.size = "left_out", None
    if run.last_round is not None:
        out.reason += f" {_last_round_note(out, run.last_round)}"
    if baseline.deleted_at is not None:
        out.reason = "The baseline was deleted."
    if not comparison.is_judged:
        out.verdict, out.size, out.context = "context", None, context_change(baseline, run)
        return out
    out.context, out.against = comparison.context, baseline.name if comparison.context else ""
    if failures is None or i == comparison.control or baseline.deleted_at is not None:
        return out
    return failures.apply(out, metric, baseline, run)
