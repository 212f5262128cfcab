"""Trials of every run of a comparison, by side and by pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from agents.catalog.metrics import Metric
from backend.analysis.candidates.alarms import alarmed_workloads
from backend.analysis.candidates.judged import is_interleaved, measured_group, min_effect_of
from backend.analysis.candidates.stages import planned_analyses
from backend.analysis.trial_values import MetricFamily, measured_metrics, metric_family, values_of
from backend.comparisons.failures import ComparedFailures
from backend.comparisons.matching import Pair, Runs
from backend.comparisons.siblings import comparison_of
from backend.definition.ceiling_rules import is_search
from backend.definition.stopping_rule import questions_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics import delta as statistics
from backend.statistics.pairing import TrialValues
from backend.statistics.rules import RULES_2
from backend.statistics.spread import spread
from backend.statistics.two_stages import limit_at


@dataclass(frozen=True)
class ComparedTrials:
    """Trials of every run of a comparison, and what their figures are worth.

    suspect   run id → what was found about its trials
    controls  of every experiment that has some: the baseline of a workload and its copy
    runs      experiment id → its live runs, where those beside a pair count in its estimate
    failures  None where the rules are older than they
    """

    experiments: Mapping[str, Experiment]
    trials: Mapping[str, Sequence[TrialRow]]
    suspect: Mapping[str, str]
    controls: Sequence[tuple[Run, Run]] = ()
    runs: Mapping[str, Sequence[Run]] = field(default_factory=dict)
    failures: ComparedFailures | None = None
    _alarms: dict[str, set[tuple[str, str]]] = field(default_factory=dict)

    @property
    def min_effect(self) -> float:
        """The smallest change that matters: the largest that any of the experiments declares."""
        return max(min_effect_of(e) for e in self.experiments.values())

    @property
    def rules(self) -> int:
        """The oldest rules that the experiments were launched under: what was saved or shared stays as it was
        when one of them is judged again."""
        return min(e.launch_rules for e in self.experiments.values())

    @property
    def analyses(self) -> Sequence[int]:
        """Stages or interim analyses that verdicts and intervals count: those of the experiment with the
        strictest limit. Under rules 1 none count.
        """
        plans = [planned_analyses(e) for e in self.experiments.values() if self.rules >= RULES_2]
        return min(plans, key=limit_at, default=())

    @cached_property
    def metric_names(self) -> set[str]:
        return measured_metrics(trial for trials in self.trials.values() for trial in trials)

    def metric_family(self, metric: Metric) -> MetricFamily:
        questions = questions_of(*(e.definition for e in self.experiments.values()))
        return metric_family(self.rules, metric, self.metric_names, questions=questions)

    def alarms(self, metric: Metric) -> set[tuple[str, str]]:
        """(experiment id, workload) whose control came out different: nothing beside it has a verdict."""
        if metric.name not in self._alarms:
            values = {run.id: self.values((run,), metric) for pair in self.controls for run in pair}
            self._alarms[metric.name] = {
                (id, workload)
                for id, experiment in self.experiments.items()
                for workload in alarmed_workloads(
                    experiment,
                    [of for of in self.controls if of[1].experiment_id == id],
                    values,
                    metric,
                    self.metric_family(metric).metrics,
                    experiment.launch_rules,
                )
            }
        return self._alarms[metric.name]

    def values(self, runs: Runs, metric: Metric) -> TrialValues:
        """The trials of one run; of repeats one value each, the mean of their trials."""
        return values_of(self.trials.get(runs[0].id, []), metric.name).get(runs[0].id, [])

    def repeats(self, runs: Runs, metric: Metric) -> TrialValues:
        means = (spread(self.values((r,), metric), metric.can_be_zero).mean for r in self.in_time(runs))
        return list(enumerate(means, 1))

    def in_time(self, runs: Runs) -> list[Run]:
        def first_start(run: Run) -> datetime:
            experiment = self.experiments[run.experiment_id]
            return experiment.started_at or experiment.created_at

        return sorted(runs, key=first_start)

    def sides(self, pair: Pair, metric: Metric) -> tuple[TrialValues, TrialValues]:
        of = self.values if pair.alone else self.repeats
        return of(pair.a, metric), of(pair.b, metric)

    def is_paired(self, pair: Pair) -> bool:
        """Both were measured in the same interleaved rounds, at one load."""
        a, b = self.experiments[pair.a[0].experiment_id], self.experiments[pair.b[0].experiment_id]
        return pair.alone and a is b and is_interleaved(a) and not is_search(a.definition)

    def group(self, pair: Pair, metric: Metric) -> statistics.Group:
        """A pair with the runs beside which it was measured, so that it reads as on its experiment's page."""
        a, b = self.sides(pair, metric)
        if not self.is_paired(pair):
            return statistics.Group(a, [b], is_interleaved=False)
        experiment = self.experiments[pair.a[0].experiment_id]
        comparison = comparison_of(pair, experiment, self.runs.get(experiment.id, ()))
        if comparison is None:
            return statistics.Group(a, [b])
        present_runs = (comparison.baseline, *comparison.candidates)
        values = {run.id: self.values((run,), metric) for run in present_runs}
        return measured_group(comparison, pair.b[0], values)
