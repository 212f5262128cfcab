"""What each step of a tuning adds: each run against the run that its variant derives from.

A second question beside the deltas against the baseline, so the steps are a family of their own: Holm and the
simultaneous intervals go over all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from agents.catalog.knobs.types import Value
from agents.catalog.metrics import Metric
from backend.causes.limits.beside import beside
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.definition.halving import is_halving
from backend.experiments.results.causes.run_limits import kept_limits
from backend.experiments.results.decision import looks_of
from backend.experiments.results.deltas import is_interleaved, matters_of
from backend.experiments.results.interim import said
from backend.experiments.results.schemas import StepRow
from backend.experiments.results.trial_values import causes, delta_out, metric_named
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues


@dataclass(frozen=True)
class _Steps:
    """Runs that derive from one run, under one workload; the baseline's have the control beside them."""

    before: Run
    after: Sequence[Run]
    control: Run | None


def steps(session: Session, experiment_id: str, metric: str) -> list[StepRow]:
    """The steps in the order of the plan; none where nothing derives from another run than the baseline.

    None for a search either, nor for halving: its runs have different rounds, and were chosen.
    """
    found = metric_named(metric)
    experiment = experiments_queries.existing(session, experiment_id)
    if is_search(experiment.definition) or is_halving(experiment.definition):
        return []
    together = _steps(runs_queries.runs_of(session, [experiment_id]))
    if all(one.before.is_baseline for one in together):
        return []
    values: dict[str, list[tuple[int, float | None, int, int | None]]] = {}
    rows = runs_queries.valid_values(session, [experiment_id], found.name)
    for row in rows:
        values.setdefault(row.run_id, []).append(row.as_trial)
    suspect = causes((row.run_id, row.findings) for row in rows)
    return _rows(experiment, together, values, suspect, found)


def _steps(runs: Sequence[Run]) -> list[_Steps]:
    there = [run for run in runs if run.deleted_at is None]
    found = []
    for before in there:
        beside = [run for run in there if run.workload["name"] == before.workload["name"]]
        after = [run for run in beside if run.parent == before.variant and not run.is_control]
        control = next((run for run in beside if run.is_control), None) if before.is_baseline else None
        if (after or control) and not before.is_control:
            found.append(_Steps(before, after, control))
    return found


def _rows(
    experiment: Experiment,
    together: Sequence[_Steps],
    values: Mapping[str, TrialValues],
    suspect: Mapping[str, str],
    metric: Metric,
) -> list[StepRow]:
    judged = statistics.deltas_together(
        [
            statistics.Group(
                values.get(one.before.id, []),
                [values.get(run.id, []) for run in _measured(one)],
                is_interleaved(experiment),
                len(one.after) if one.control else None,
            )
            for one in together
        ],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        matters=matters_of(experiment),
        looks=looks_of(experiment.definition),
    )
    alarmed = {
        one.before.workload["name"]
        for one, deltas in zip(together, judged, strict=True)
        if one.control and statistics.is_alarming(deltas[-1])
    }
    rows: dict[str, tuple[int, StepRow]] = {}
    for one, deltas in zip(together, judged, strict=True):
        for run, delta in zip(one.after, deltas, strict=False):
            heard = run.workload["name"] in alarmed
            shown = said(statistics.without_verdict(delta, statistics.ALARM) if heard else delta, experiment)
            out = delta_out(shown, suspect.get(run.id) or suspect.get(one.before.id))
            out.limited = beside(kept_limits(one.before), kept_limits(run), "the step before")
            rows[run.id] = (run.position, _row(out.model_dump(), one.before, run))
    return [row for _, row in sorted(rows.values(), key=lambda found: found[0])]


def _measured(one: _Steps) -> list[Run]:
    return [*one.after, *([one.control] if one.control else [])]


def _row(delta: Mapping[str, object], before: Run, run: Run) -> StepRow:
    named = {"run_id": run.id, "name": run.name, "before_id": before.id, "before": before.variant}
    return StepRow.model_validate({**delta, **named, "changed": _changed(before.knobs, run.knobs)})


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, Value | None]:
    """The knobs that the step sets otherwise; None: taken back to the default."""
    names = [*after, *(name for name in before if name not in after)]
    return {name: after.get(name) for name in names if before.get(name) != after.get(name)}
