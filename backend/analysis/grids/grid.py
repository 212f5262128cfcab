"""An experiment's runs as the cells of its grid, with everything that was measured in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.metrics import Metric
from agents.contract.states import TrialState
from backend.analysis.candidates.alarms import alarmed_workloads
from backend.analysis.candidates.comparisons import baseline_of, compared_runs
from backend.analysis.candidates.judged import (
    experiment_family,
    is_interleaved,
    measured_group,
    min_effect_of,
)
from backend.analysis.candidates.stages import planned_analyses
from backend.analysis.headlines.lead import first_sentence
from backend.analysis.trial_values import MeasuredTrial, metric_named, values_of
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.errors import Invalid
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.delta import Group
from backend.statistics.grids.cells import Cell, Comparison, Dimensions
from backend.statistics.pairing import TrialValues
from backend.statistics.spread import spread


@dataclass(frozen=True)
class Grid:
    """One metric of an experiment's grid.

    all_runs   controls included, as the deltas need them
    workload   name of the workloads' dimension, where there are several
    baseline   factor → the level of the baseline run
    """

    experiment: Experiment
    all_runs: Sequence[Run]
    trials: Sequence[MeasuredTrial]
    metric: Metric
    factors: Dimensions
    workloads: list[str]
    workload: str | None
    baseline: Mapping[str, str]

    @property
    def runs(self) -> list[Run]:
        return _of_grid(self.all_runs)

    @property
    def dimensions(self) -> Dimensions:
        return {**self.factors, **({self.workload: self.workloads} if self.workload else {})}

    @property
    def is_interleaved(self) -> bool:
        return is_interleaved(self.experiment)


def grid_of(session: Session, experiment_id: str, metric: str) -> Grid:
    """NotFound, or Invalid for an unknown metric and for an experiment that is not a grid."""
    metric_entry = metric_named(metric)
    experiment = experiments_queries.existing(session, experiment_id)
    levels_by_factor: dict[str, dict[str, Any]] = experiment.definition.get("factors") or {}
    if not levels_by_factor or is_search(experiment.definition):
        raise Invalid.at("experiment", "this experiment is not a grid of factors measured at a fixed load")
    factors = {name: list(levels) for name, levels in levels_by_factor.items()}
    runs = runs_queries.runs_of(session, [experiment_id])
    workloads = list(dict.fromkeys(r.workload["name"] for r in _of_grid(runs)))
    base: Mapping[str, str] = next((r.factors for r in _of_grid(runs) if r.is_baseline and r.factors), {})
    return Grid(
        experiment=experiment,
        all_runs=runs,
        trials=runs_queries.trial_rows(session, experiment_id),
        metric=metric_entry,
        factors=factors,
        workloads=workloads,
        workload=_workload_name(factors) if len(workloads) > 1 else None,
        baseline={factor: base.get(factor, levels[0]) for factor, levels in factors.items()},
    )


def _of_grid(runs: Sequence[Run]) -> list[Run]:
    return [r for r in runs if r.factors and not r.is_control]


def _workload_name(factors: Dimensions) -> str:
    """A factor may be called workload too."""
    return next(name for name in ("workload", "load", "the workload") if name not in factors)


def cells_of(grid: Grid, workloads: Sequence[str]) -> list[Cell]:
    """The runs under these workloads, with their valid trials or why there are none."""
    values = values_of(grid.trials, grid.metric.name)
    return [
        _cell(grid, run, values.get(run.id, [])) for run in grid.runs if run.workload["name"] in workloads
    ]


def _cell(grid: Grid, run: Run, values: TrialValues) -> Cell:
    levels = dict(run.factors or {})
    if grid.workload:
        levels[grid.workload] = run.workload["name"]
    if run.deleted_at is not None:
        return Cell(run.id, run.name, levels, [], "the run was deleted")
    reason = "" if spread(values, grid.metric.can_be_zero).n else _gap_reason(grid, run, bool(values))
    return Cell(run.id, run.name, levels, values, reason)


def _gap_reason(grid: Grid, run: Run, valid: bool) -> str:
    if valid:
        return f"no {grid.metric.label} was reported for its trials"
    if run.failure:
        return f"not measured: {first_sentence(run.failure['message'])}"
    states = [t.state for t in grid.trials if t.run_id == run.id]
    unusable = states.count(TrialState.INVALID) + states.count(TrialState.FAILED)
    if unusable and unusable == len(states):
        return f"none of its {unusable} attempts is valid" if unusable > 1 else "its one trial is not valid"
    return "not measured yet" if states else "it has no trial"


def how_of(grid: Grid) -> Comparison:
    return Comparison(
        grid.metric,
        grid.is_interleaved,
        grid.experiment.rules_version,
        min_effect_of(grid.experiment),
        planned_analyses(grid.experiment),
        _metrics_together(grid),
        _groups(grid),
    )


def _groups(grid: Grid) -> dict[tuple[str, str], Group]:
    """Ids of a baseline and a candidate → both, with what was measured beside them; none where the runs have
    no rounds in common or had different ones."""
    if not grid.is_interleaved or is_halving(grid.experiment.definition):
        return {}
    values = values_of(grid.trials, grid.metric.name)
    return {
        (comparison.baseline.id, candidate.id): measured_group(comparison, candidate, values)
        for comparison in compared_runs(grid.experiment, grid.all_runs)
        for candidate in comparison.candidates
        if comparison.baseline.deleted_at is None and not candidate.is_control
    }


def _metrics_together(grid: Grid) -> int:
    return experiment_family(grid.experiment, grid.metric, grid.trials).metrics


def is_alarmed(grid: Grid, workloads: Sequence[str]) -> bool:
    """Whether a control of these workloads came out different: nothing over them has a verdict."""
    control_runs = [r for r in grid.all_runs if r.is_control and r.deleted_at is None]
    controls = [(base, copy) for copy in control_runs if (base := baseline_of(copy, grid.all_runs))]
    values = values_of(grid.trials, grid.metric.name)
    rules = grid.experiment.rules_version
    alarms = alarmed_workloads(grid.experiment, controls, values, grid.metric, _metrics_together(grid), rules)
    return not alarms.isdisjoint(workloads)
