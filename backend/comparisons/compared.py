"""Figures of one side against A: pairs with deltas and spreads, and what all pairs say together."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agents.catalog.metrics import METRICS, PERCENTILES, Metric, shown_in
from agents.contract.states import TrialState
from agents.render.load import load_of
from backend.analysis import interim
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.run_summaries import latency_kind
from backend.analysis.trial_values import delta_out, spread_out
from backend.comparisons.compared_trials import ComparedTrials
from backend.comparisons.failures import failures_of
from backend.comparisons.matching import Matched, Pair, Runs
from backend.comparisons.schemas import ComparedPair, ComparedRun, OverallRow, RunRef, TrialDot
from backend.definition.explain import is_profiled
from backend.diagnostics.bottlenecks.beside import beside, common
from backend.diagnostics.results.run_bottlenecks import stored_bottlenecks
from backend.presentation.words import join_words
from backend.records.runs import Run
from backend.runs.figures import percentiles_of
from backend.shown_workload import ShownWorkload
from backend.statistics import delta as statistics
from backend.statistics.delta import Delta
from backend.statistics.pooled import pooled_each
from backend.statistics.rules import RULES_2
from backend.statistics.spread import compare_spread, pooled_spread, spread


def with_failures_of(trial_data: ComparedTrials, sides: Sequence[Matched]) -> ComparedTrials:
    """Return the trials with what fails on these sides, where the rules count it."""
    if trial_data.rules < RULES_2:
        return trial_data
    is_interleaved = all(is_paired(side, trial_data) for side in sides)
    return replace(
        trial_data, failures=failures_of(sides, trial_data.trials, is_interleaved, trial_data.analyses)
    )


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
            analyses=trial_data.analyses,
            metrics=trial_data.metric_family(metric).metrics,
        )
    )
    return [
        [
            ComparedPair(
                label=pair.label,
                a=summaries.side(pair.a, pair.alone),
                b=summaries.side(pair.b, pair.alone),
                delta=_out(next(family_deltas)[0], [pair], trial_data, metric),
                spread=spread_out(compare_spread(*trial_data.sides(pair, metric))),
            )
            for pair in side.pairs
        ]
        for side in sides
    ]


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
    out = out.model_copy(update={"control_alarm": alarm, "limited": beside(common(a), common(b), "A")})
    if trial_data.failures:
        out = trial_data.failures.apply(out, metric, pairs)
    return _without_verdict_across_tools(out, pairs)


def _without_verdict_across_tools(delta: DeltaOut, pairs: Sequence[Pair]) -> DeltaOut:
    """No verdict where a pair was measured with different tools, which count and time differently."""
    tools_of_pairs = [{run.workload["tool"] for run in (*pair.a, *pair.b)} for pair in pairs]
    tools = sorted({tool for pair_tools in tools_of_pairs if len(pair_tools) > 1 for tool in pair_tools})
    if not tools:
        return delta
    return delta.model_copy(update={"verdict": "context", "context": f"measured with {join_words(tools)}"})


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
        analyses=trial_data.analyses,
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
        for (delta, _), side, of in zip(deltas, sides, values, strict=True)
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
            workload=load_of(ShownWorkload.model_validate(run.workload), run.knobs),
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
