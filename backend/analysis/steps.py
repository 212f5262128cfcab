"""Steps of a tuning: each run against the run that its variant derives from.

A second question beside the deltas against the baseline, so the steps are a family of their own: Holm and the
simultaneous intervals go over all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.knobs.types import Value
from agents.catalog.metrics import Metric
from backend.analysis.candidates.comparisons import context_change, separates_context
from backend.analysis.candidates.judged import experiment_family, is_interleaved, min_effect_of
from backend.analysis.candidates.stages import planned_analyses
from backend.analysis.interim import withhold_verdict
from backend.analysis.schemas import StepRow
from backend.analysis.stored.verdicts import steps_as_given
from backend.analysis.trial_values import (
    MeasuredTrial,
    MetricFamily,
    delta_out,
    metric_named,
    suspect_runs,
    values_of,
)
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.definition.server_facts import inapplicable_knobs
from backend.diagnostics.bottlenecks.beside import beside
from backend.diagnostics.results.run_bottlenecks import stored_bottlenecks
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues


@dataclass(frozen=True)
class _Steps:
    """Runs that derive from one run, under one workload; the baseline's have the control beside them, and
    the candidates of later steps, so that such a step reads as its delta does.

    has_context  a step that changes the context is no candidate
    """

    before: Run
    after: Sequence[Run]
    control: Run | None
    beside: Sequence[Run]
    has_context: bool


def steps(session: Session, experiment_id: str, metric: str) -> list[StepRow]:
    """The steps in the order of the plan; none where nothing derives from another run than the baseline.

    None for a search either, nor for halving: its runs have different rounds, and were chosen.
    """
    metric_entry = metric_named(metric)
    experiment = experiments_queries.existing(session, experiment_id)
    runs = runs_queries.runs_of(session, [experiment_id])
    trials = runs_queries.trial_rows(session, experiment_id)
    return step_rows(experiment, runs, trials, metric_entry)


def step_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> list[StepRow]:
    """Build `steps` from the rows of the experiment."""
    return steps_as_given(experiment, metric.name, computed_steps(experiment, runs, trials, metric))


def computed_steps(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> list[StepRow]:
    """Build `steps` from the trials, whatever is stored."""
    if is_search(experiment.definition) or is_halving(experiment.definition):
        return []
    together = _steps(runs, separates_context(experiment, runs))
    if all(group.before.is_baseline for group in together):
        return []
    family = experiment_family(experiment, metric, trials)
    values = values_of(trials, metric.name)
    suspect, positions = suspect_runs(trials), {run.id: run.position for run in runs}
    rows = [
        row
        for is_judged in (True, False)
        for row in _rows(experiment, _by_context(together, is_judged), values, suspect, metric, family)
    ]
    return sorted(rows, key=lambda row: positions[row.run_id])


def _by_context(together: Sequence[_Steps], is_judged: bool) -> list[_Steps]:
    """The steps that are judged, or those that change the context, which are out of the family."""
    groups = []
    for group in together:
        after = [run for run in group.after if (not _context_of_step(group, run)) == is_judged]
        later_runs = [run for run in group.beside if not _context_of_step(group, run)]
        control = group.control if is_judged else None
        groups.append(replace(group, after=after, control=control, beside=later_runs if is_judged else []))
    return [group for group in groups if group.after or group.control]


def _context_of_step(group: _Steps, run: Run) -> str:
    """Levels of context that a step changes, in words."""
    return context_change(group.before, run) if group.has_context else ""


def _steps(runs: Sequence[Run], has_context: bool) -> list[_Steps]:
    live_runs = [run for run in runs if run.deleted_at is None]
    groups = []
    for before in live_runs:
        beside = [run for run in live_runs if run.workload["name"] == before.workload["name"]]
        after = [run for run in beside if run.parent == before.variant and not run.is_control]
        control = next((run for run in beside if run.is_control), None) if before.is_baseline else None
        later_runs = [run for run in beside if run.parent != before.variant and run.id != before.id]
        later_runs = [run for run in later_runs if not run.is_control] if before.is_baseline else []
        if (after or control) and not before.is_control:
            groups.append(_Steps(before, after, control, later_runs, has_context))
    return groups


def _rows(
    experiment: Experiment,
    together: Sequence[_Steps],
    values: Mapping[str, TrialValues],
    suspect: Mapping[str, str],
    metric: Metric,
    family: MetricFamily,
) -> list[StepRow]:
    results = statistics.deltas_together(
        [
            statistics.Group(
                values.get(group.before.id, []),
                [values.get(run.id, []) for run in _measured_runs(group)],
                is_interleaved(experiment),
                len(group.after) if group.control else None,
                [values.get(run.id, []) for run in group.beside] if is_interleaved(experiment) else [],
            )
            for group in together
        ],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        min_effect=min_effect_of(experiment),
        analyses=planned_analyses(experiment),
        rules=experiment.rules_version,
        metrics=family.metrics,
    )
    alarmed_names = {
        group.before.workload["name"]
        for group, deltas in zip(together, results, strict=True)
        if group.control and statistics.is_alarming(deltas[-1], experiment.rules_version)
    }
    rows: dict[str, tuple[int, StepRow]] = {}
    for group, deltas in zip(together, results, strict=True):
        for run, delta in zip(group.after, deltas, strict=False):
            is_alarmed = run.workload["name"] in alarmed_names
            shown_delta = withhold_verdict(
                statistics.without_verdict(delta, statistics.ALARM) if is_alarmed else delta, experiment
            )
            out = delta_out(shown_delta, suspect.get(run.id) or suspect.get(group.before.id))
            out.exploratory = family.is_exploratory
            out.limited = beside(stored_bottlenecks(group.before), stored_bottlenecks(run), "the step before")
            if context := _context_of_step(group, run):
                out.context, out.verdict, out.size = context, "context", None
                out.p = out.p_adjusted = out.simultaneous_low = out.simultaneous_high = None
                out.reason = f"This step changes the context: {context}."
            rows[run.id] = (run.position, _row(out.model_dump(), group.before, run, experiment.facts))
    return [row for _, row in sorted(rows.values(), key=lambda item: item[0])]


def _measured_runs(group: _Steps) -> list[Run]:
    return [*group.after, *([group.control] if group.control else [])]


def _row(delta: Mapping[str, object], before: Run, run: Run, facts: Mapping[str, Any] | None) -> StepRow:
    names = {"run_id": run.id, "name": run.name, "before_id": before.id, "before": before.variant}
    return StepRow.model_validate(
        {**delta, **names, "changed": _changed_knobs(before.knobs, run.knobs, facts)}
    )


def _changed_knobs(
    before: Mapping[str, Value], after: Mapping[str, Value], facts: Mapping[str, Any] | None
) -> dict[str, Value | None]:
    """The knobs that the step sets otherwise; None: taken back to the default."""
    inapplicable = inapplicable_knobs(after, before, facts)
    names = [*after, *(name for name in before if name not in after and name not in inapplicable)]
    return {name: after.get(name) for name in names if before.get(name) != after.get(name)}
