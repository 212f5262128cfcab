"""Figures of one side against A: pairs with deltas and spreads, and what all pairs say together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from agents.catalog.metrics import METRICS, PERCENTILES, Metric, shown_in
from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.analysis import interim
from backend.analysis.candidates.alarms import alarmed_workloads
from backend.analysis.candidates.judged import is_interleaved, measured_group, min_effect_of
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.run_summaries import latency_kind
from backend.analysis.trial_values import (
    MetricFamily,
    delta_out,
    measured_metrics,
    metric_family,
    spread_out,
    values_of,
)
from backend.comparisons.matching import Matched, Pair, Runs
from backend.comparisons.schemas import ComparedPair, ComparedRun, OverallRow, RunRef, TrialDot
from backend.comparisons.siblings import comparison_of
from backend.definition.ceiling_rules import is_search
from backend.definition.explain import is_profiled
from backend.definition.stopping_rule import questions_of
from backend.diagnostics.bottlenecks.beside import beside, common
from backend.diagnostics.results.run_bottlenecks import stored_bottlenecks
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.runs.figures import percentiles_of
from backend.statistics import delta as statistics
from backend.statistics.delta import Delta
from backend.statistics.pairing import TrialValues
from backend.statistics.pooled import pooled_each
from backend.statistics.spread import compare_spread, pooled_spread, spread


@dataclass(frozen=True)
class ComparedTrials:
    """Trials of every run of a comparison, and what their figures are worth.

    suspect   run id → what was found about its trials
    controls  of every experiment that has some: the baseline of a workload and its copy
    runs      experiment id → its live runs, where those beside a pair count in its estimate
    """

    experiments: Mapping[str, Experiment]
    trials: Mapping[str, Sequence[TrialRow]]
    suspect: Mapping[str, str]
    controls: Sequence[tuple[Run, Run]] = ()
    runs: Mapping[str, Sequence[Run]] = field(default_factory=dict)
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


def pairs_of(
    sides: Sequence[Matched], trial_data: ComparedTrials, metric: Metric, summaries: "Shown"
) -> list[list[ComparedPair]]:
    """For each side its pairs. All pairs of all sides are judged together."""
    groups = [trial_data.group(pair, metric) for side in sides for pair in side.pairs]
    family_deltas = iter(
        statistics.deltas_together(
            groups,
            direction=metric.direction,
            can_be_zero=metric.can_be_zero,
            min_effect=trial_data.min_effect,
            rules=trial_data.rules,
            metrics=trial_data.metric_family(metric).metrics,
        )
    )
    return [
        [_pair(pair, next(family_deltas)[0], trial_data, metric, summaries) for pair in side.pairs]
        for side in sides
    ]


def _pair(
    pair: Pair, delta: Delta, trial_data: ComparedTrials, metric: Metric, summaries: "Shown"
) -> ComparedPair:
    return ComparedPair(
        label=pair.label,
        a=summaries.side(pair.a, pair.alone),
        b=summaries.side(pair.b, pair.alone),
        delta=_out(delta, [pair], trial_data, metric),
        spread=spread_out(compare_spread(*trial_data.sides(pair, metric))),
    )


def _out(delta: Delta, pairs: Sequence[Pair], trial_data: ComparedTrials, metric: Metric) -> DeltaOut:
    """With the words that the controls and the states of the experiments allow."""
    runs = [run for pair in pairs for run in (*pair.a, *pair.b)]
    alarms = trial_data.alarms(metric)
    alarm = None
    if any((r.experiment_id, r.workload["name"]) in alarms for r in runs) and not any(
        r.is_control for r in runs
    ):
        alarm = statistics.ALARM
        delta = statistics.without_verdict(delta, alarm)
    for experiment_id in dict.fromkeys(r.experiment_id for r in runs):
        delta = interim.withhold_verdict(delta, trial_data.experiments[experiment_id])
    suspect = next((trial_data.suspect[run.id] for run in runs if run.id in trial_data.suspect), None)
    out = delta_out(_about_repeats(delta, pairs), suspect)
    out.exploratory = trial_data.metric_family(metric).is_exploratory
    a, b = (
        [stored_bottlenecks(run) for side in of for run in side]
        for of in zip(*((p.a, p.b) for p in pairs), strict=True)
    )
    return out.model_copy(update={"control_alarm": alarm, "limited": beside(common(a), common(b), "A")})


def overall_of(sides: Sequence[Matched], trial_data: ComparedTrials, metric: str) -> list[list[OverallRow]]:
    """For each side one row per metric over all of its pairs; deltas are adjusted by Holm over the sides."""
    names = dict.fromkeys((*(entry.name for entry in shown_in("overall")), metric))
    by_metric = [_overall(sides, trial_data, METRICS[name]) for name in names]
    return [list(rows) for rows in zip(*by_metric, strict=True)]


def _overall(sides: Sequence[Matched], trial_data: ComparedTrials, metric: Metric) -> list[OverallRow]:
    values = [[trial_data.sides(pair, metric) for pair in side.pairs] for side in sides]
    deltas = pooled_each(
        [[(pair,) for pair in of] for of in values],
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        is_interleaved=[is_paired(side, trial_data) for side in sides],
        min_effect=trial_data.min_effect,
        rules=trial_data.rules,
        metrics=trial_data.metric_family(metric).metrics,
        measured_groups=[
            trial_data.group(side.pairs[0], metric)
            if len(side.pairs) == 1 and trial_data.is_paired(side.pairs[0])
            else None
            for side in sides
        ],
    )
    return [
        OverallRow(
            metric=metric,
            delta=_out(delta, side.pairs, trial_data, metric),
            spread=None if metric.can_be_zero else spread_out(pooled_spread(of)),
        )
        for delta, side, of in zip(deltas, sides, values, strict=True)
    ]


def is_paired(side: Matched, trial_data: ComparedTrials) -> bool:
    return all(trial_data.is_paired(pair) for pair in side.pairs)


def _about_repeats(delta: Delta, pairs: Sequence[Pair]) -> Delta:
    if delta.method != "single" or delta.n == 0 or all(pair.alone for pair in pairs):
        return delta
    return replace(delta, reason="One repeat on a side: the change alone, without an interval.")


class Shown:
    """Runs as the API says them; each is made once, however many pairs it stands in."""

    def __init__(self, trial_data: ComparedTrials, metric: Metric) -> None:
        self.measured, self.metric = trial_data, metric
        self.known: dict[tuple[str, ...], ComparedRun] = {}

    def ref(self, run: Run) -> RunRef:
        name = self.measured.experiments[run.experiment_id].name
        return RunRef(id=run.id, name=run.name, experiment_id=run.experiment_id, experiment_name=name)

    def side(self, runs: Runs, alone: bool) -> ComparedRun:
        key = (*(r.id for r in runs), "" if alone else "repeats")
        if key not in self.known:
            self.known[key] = self._run(runs[0]) if alone else self._repeats(runs)
        return self.known[key]

    def _run(self, run: Run) -> ComparedRun:
        run_trials = self.measured.trials.get(run.id, [])
        name = self.metric.name
        spreads = {
            n: spread(self.measured.values((run,), METRICS[n]), METRICS[n].can_be_zero)
            for n in (name, *PERCENTILES)
        }
        dots = [
            TrialDot(trial_id=t.id, round=t.round, value=t.figures.get(name), state=t.state)
            for t in run_trials
        ]
        return ComparedRun(
            **dict(self.ref(run)),
            **self._settings(run),
            workload=Workload.model_validate(run.workload),
            mean=spreads[name].mean,
            cv=spreads[name].cv,
            dots=dots,
            percentiles=percentiles_of(
                {n: value.mean for n, value in spreads.items() if value.mean is not None}
            ),
            latency_kind=latency_kind(run_trials),
            profiled=is_profiled(self.measured.experiments[run.experiment_id].definition),
        )

    def _settings(self, run: Run) -> dict[str, Any]:
        names = ("knobs", "described", "factors", "topology")
        return {name: getattr(run, name) for name in names}

    def _repeats(self, runs: Runs) -> ComparedRun:
        """Means of means: each repeat counts the same, however many trials it has."""
        in_time = self.measured.in_time(runs)
        values = self.measured.repeats(runs, self.metric)
        over = spread(values, self.metric.can_be_zero)
        dots = [
            TrialDot(trial_id="", round=number, value=value, state=TrialState.DONE)
            for number, value, *_ in values
        ]
        first = self._run(in_time[0])
        curves = [self._run(r).percentiles for r in in_time]
        common = set(curves[0]).intersection(*curves)
        return first.model_copy(
            update={
                "repeats": [self.ref(r) for r in in_time],
                "mean": over.mean,
                "cv": over.cv,
                "dots": dots,
                "percentiles": {n: sum(c[n] for c in curves) / len(curves) for n in curves[0] if n in common},
            }
        )
