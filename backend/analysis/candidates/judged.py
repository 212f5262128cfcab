"""The deltas of an experiment's candidates by run, judged together, before the state withholds any word."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from agents.catalog.metrics import Metric
from agents.contract.states import ExperimentState
from backend.analysis.candidates.comparisons import ComparedRuns, compared_runs
from backend.analysis.candidates.stages import planned_analyses
from backend.analysis.interim import withhold_context, withhold_eliminated
from backend.analysis.trial_values import (
    MeasuredTrial,
    MetricFamily,
    measured_metrics,
    metric_family,
    values_of,
)
from backend.definition.halving import is_halving
from backend.definition.model import DEFAULT_MIN_EFFECT
from backend.definition.stopping_rule import questions_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics import delta as statistics
from backend.statistics.delta import ALARM, Delta, Group, is_alarming, without_verdict
from backend.statistics.pairing import TrialValues
from backend.statistics.verdict import Verdict

Values = Mapping[str, TrialValues]


def judged_deltas(
    experiment: Experiment,
    runs: Sequence[Run],
    comparisons: Sequence[ComparedRuns],
    values: Values,
    metric: Metric,
    together: MetricFamily,
) -> dict[str, Delta]:
    """Each candidate's delta; all that the experiment compares is judged together.

    One that an interim analysis measured no further keeps the delta of then, unless the control comes out
    different later. So does one that had its word before rounds were added. Rounds of others change neither.
    """
    deltas = _deltas_by_run(experiment, runs, comparisons, values, metric, together)
    for last_round in _earlier_ends(experiment, runs):
        other_values = _values_to(together.other_values, last_round)
        deltas_then = _deltas_by_run(
            experiment,
            runs,
            comparisons,
            _values_to(values, last_round),
            metric,
            together._replace(other_values=other_values),
            last_round,
        )
        deltas |= {
            run.id: replace(deltas_then[run.id], is_given=bool(experiment.rounds_added))
            for run in runs
            if run.id in deltas
            and deltas[run.id].reason != ALARM
            and (run.last_round == last_round or _stays(experiment, run, deltas_then[run.id]))
        }
    return deltas


def _earlier_ends(experiment: Experiment, runs: Sequence[Run]) -> set[int]:
    """Rounds after which verdicts were given that stay."""
    first_stages = {experiment.definition["trials"]} if experiment.rounds_added else set[int]()
    return first_stages | {r.last_round for r in runs if r.last_round is not None}


def _stays(experiment: Experiment, run: Run, first_delta: Delta) -> bool:
    """Whether the delta of the first stage stands: with a word, and where the second stage was cancelled."""
    if not experiment.rounds_added:
        return False
    has_word = not run.is_control and first_delta.verdict is not Verdict.UNCLEAR
    return has_word or experiment.state == ExperimentState.CANCELLED


def experiment_family(
    experiment: Experiment,
    metric: Metric,
    trials: Sequence[MeasuredTrial],
    metric_names: Collection[str] | None = None,
) -> MetricFamily:
    """Metrics that are judged together with one, by the questions that the definition asks.

    metric_names  those that are measured, where the caller has them already
    """
    names = measured_metrics(trials) if metric_names is None else metric_names
    return metric_family(experiment.rules_version, metric, names, trials, questions_of(experiment.definition))


def deltas_of_trials(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[MeasuredTrial], metric: Metric
) -> dict[str, Delta]:
    """Each candidate's delta with the verdict that is not shown before the end, to decide on the end.

    Failures withhold none of them: more rounds would not settle those.
    """
    together = experiment_family(experiment, metric, trials)
    comparisons = compared_runs(experiment, runs)
    return judged_deltas(experiment, runs, comparisons, values_of(trials, metric.name), metric, together)


def _values_to(values: Values, last_round: int) -> dict[str, TrialValues]:
    return {run_id: [value for value in of if value[0] <= last_round] for run_id, of in values.items()}


def _deltas_by_run(
    experiment: Experiment,
    runs: Sequence[Run],
    comparisons: Sequence[ComparedRuns],
    values: Values,
    metric: Metric,
    together: MetricFamily,
    last_round: int | None = None,
) -> dict[str, Delta]:
    deltas_by_run: dict[str, Delta] = {}
    for is_in in (True, False):
        present_items = [item for item in comparisons if item.is_judged or not is_in]
        groups = [_group(item, values, is_interleaved(experiment), is_in) for item in present_items]
        results = statistics.deltas_together(
            [group for group, _ in groups],
            direction=metric.direction,
            can_be_zero=metric.can_be_zero,
            min_effect=min_effect_of(experiment),
            analyses=planned_analyses(experiment, last_round),
            began=_began(experiment, runs, comparisons),
            rules=experiment.rules_version,
            metrics=together.metrics,
            other_groups=[
                _group(item, together.other_values, is_interleaved(experiment), is_in)[0]
                for item in present_items
                if together.other_values
            ],
        )
        for item, (_, candidates), deltas in zip(present_items, groups, results, strict=True):
            deltas_by_run |= {
                run.id: delta if is_in else _withheld(item, run, delta)
                for run, delta in zip(candidates, deltas, strict=True)
            }
    return deltas_by_run | _alarmed_deltas(experiment, comparisons, deltas_by_run)


def _withheld(comparison: ComparedRuns, run: Run, delta: Delta) -> Delta:
    return withhold_eliminated(delta, run) if comparison.is_judged else withhold_context(delta)


def _alarmed_deltas(
    experiment: Experiment, comparisons: Sequence[ComparedRuns], deltas: Mapping[str, Delta]
) -> dict[str, Delta]:
    """Deltas without a verdict in other contexts of the workloads whose control came out different."""
    alarmed_names = {
        item.workload
        for item in comparisons
        if item.control is not None
        and is_alarming(deltas[item.candidates[item.control].id], experiment.rules_version)
    }
    return {
        run.id: without_verdict(deltas[run.id], ALARM)
        for item in comparisons
        if item.context and item.workload in alarmed_names
        for run in item.candidates
        if run.eliminated_after is None
    }


def measured_group(comparison: ComparedRuns, candidate: Run, values: Values) -> Group:
    """One candidate among those beside which it was measured: so it reads as on its experiment's page.

    Rounds that others were measured in after it left do not count.
    """
    control = comparison.second_reference(candidate)
    if candidate.last_round is not None:
        values = _values_to(values, candidate.last_round)
    return Group(
        values.get(comparison.baseline.id, []),
        [values.get(candidate.id, [])],
        beside=[values.get(run.id, []) for run in comparison.beside(candidate)],
        second_reference=None if control is None else values.get(control.id, []),
    )


def is_interleaved(experiment: Experiment) -> bool:
    return experiment.definition.get("order", "interleaved") == "interleaved"


def min_effect_of(experiment: Experiment) -> float:
    """The smallest change that matters there, as a share; definitions of old do not say."""
    return experiment.definition.get("min_effect", DEFAULT_MIN_EFFECT)


def _began(experiment: Experiment, runs: Sequence[Run], comparisons: Sequence[ComparedRuns]) -> int:
    """Candidates that halving chose from, or those of all experiments that are judged together."""
    sharing = experiment.definition.get("judged_together") or 1
    if not is_halving(experiment.definition) and sharing == 1:
        return 0
    context_count = sum(len(item.candidates) for item in comparisons if not item.is_judged)
    return (sum(not (r.is_baseline or r.is_control) for r in runs) - context_count) * sharing


def _group(
    comparison: ComparedRuns, values: Values, is_interleaved: bool, is_in: bool
) -> tuple[Group, list[Run]]:
    """The candidates that are in the running or those that were eliminated, against their baseline."""
    baseline, candidates, control = comparison.baseline, comparison.candidates, comparison.control
    group_runs = [r for r in candidates if not comparison.is_judged or (r.eliminated_after is None) == is_in]
    return (
        Group(
            [] if baseline.deleted_at is not None else values.get(baseline.id, []),
            [values.get(r.id, []) for r in group_runs],
            is_interleaved,
            None if control is None or not is_in else group_runs.index(candidates[control]),
        ),
        group_runs,
    )
