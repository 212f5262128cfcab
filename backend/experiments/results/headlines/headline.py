"""The headline of an experiment: what came out in one sentence, or why nothing did."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from agents.catalog.metrics import MAIN, MEAN_LATENCY, METRICS, TAIL, Metric
from agents.contract.states import ExperimentState
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.results.calibration.sentences import spread
from backend.experiments.results.ceiling_result import ceiling_out, headline_of_search
from backend.experiments.results.deltas import delta_rows
from backend.experiments.results.headlines.sentences import SETTLED, Change, finding
from backend.experiments.results.highlights import best_of
from backend.experiments.results.schemas import DeltaRow, Headline
from backend.experiments.results.trial_values import values_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.starts import start_spread
from backend.words import sentence

IN_ORDER = dict.fromkeys([MAIN.name, TAIL.name, MEAN_LATENCY.name, *METRICS])
"""The first that anything can be compared by is told: imports may have latencies alone."""

Deltas = Callable[[str], Sequence[DeltaRow]]
"""The rows of the metric of this name."""


def headline_of_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Headline | None:
    """The headline of one experiment from its rows; before the end only of changes, and without a verdict."""
    ended = ExperimentState(experiment.state).is_final
    if is_search(experiment.definition):
        return ceiling_headline(experiment, runs, trials) if ended else None
    if experiment.is_calibration:
        return calibration_headline(experiment, trials) if ended else None

    @cache
    def deltas(metric: str) -> list[DeltaRow]:
        return delta_rows(experiment, runs, trials, METRICS[metric])

    found = headline_of_deltas(experiment, runs, deltas)
    return found if ended or found.delta else None


def ceiling_headline(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Headline:
    """The highest ceiling that an ended search found, beside the baseline's."""
    found = ceiling_out(experiment, runs, trials)
    if found is None or not any(r.probes for r in found.runs):
        return without_result(_nothing(experiment))
    best, said = headline_of_search(found, {r.id for r in runs if r.is_baseline})
    if best is None:
        return without_result(said)
    settled = best.state in ("found", "no_failure")
    return Headline(
        run_id=best.run_id, name=best.name, metric="connections", delta=None, settled=settled, sentence=said
    )


def calibration_headline(experiment: Experiment, trials: Sequence[TrialRow]) -> Headline:
    """How much equal runs differ."""
    found = start_spread([list(values_of(trials, MAIN.name).values())])
    return without_result(spread(found) if found.trials else _nothing(experiment))


def headline_of_deltas(experiment: Experiment, runs: Sequence[Run], deltas: Deltas) -> Headline:
    """The best settled change, or why there is none."""
    controls = {r.id for r in runs if r.is_control}
    metric, rows = headlined(deltas)
    best = best_of(rows, controls)
    if best is not None:
        candidates = [r for r in rows if r.run_id not in controls and not r.left_out and r.is_known]
        told = _told(best, runs, metric, deltas)
        return _headline(best, told, finding(told, [r.verdict for r in candidates], experiment.state), runs)
    control = next((r for r in rows if r.run_id in controls and r.is_known), None)
    if control is not None:
        told = _told(control, runs, metric, deltas)
        return _headline(control, told, finding(told, (), experiment.state), runs)
    return without_result(_nothing(experiment))


def headlined(deltas: Deltas) -> tuple[Metric, Sequence[DeltaRow]]:
    """The metric that the headline is about, and its rows."""
    first = deltas(MAIN.name)
    for metric, rows in _each(deltas, first):
        if any(row.is_known for row in rows):
            return metric, rows
    return MAIN, first


def _each(deltas: Deltas, first: Sequence[DeltaRow]) -> Iterator[tuple[Metric, Sequence[DeltaRow]]]:
    """Others than the main metric only where there are runs to compare: most of the rest have none at all."""
    yield MAIN, first
    if first:
        yield from ((METRICS[name], deltas(name)) for name in IN_ORDER if name != MAIN.name)


def _told(row: DeltaRow, runs: Sequence[Run], metric: Metric, deltas: Deltas) -> Change:
    run = next(r for r in runs if r.id == row.run_id)
    several = len({r.workload["name"] for r in runs}) > 1
    tail = next((r for r in deltas(TAIL.name) if r.run_id == row.run_id), None) if metric is MAIN else None
    return Change(
        name="The A/A control" if run.is_control else run.variant,
        metric=metric,
        delta=row,
        p99=None if tail is None else (TAIL, tail),
        where=f" under “{run.workload['name']}”" if several else "",
    )


def _nothing(experiment: Experiment) -> str:
    if experiment.state == ExperimentState.FAILED:
        why = (experiment.failure or {}).get("message")
        return sentence(f"failed: {why}") if why else "Failed before anything could be compared."
    if experiment.state == ExperimentState.CANCELLED:
        return "Cancelled before anything could be compared."
    return "No two runs have valid trials to compare."


def without_result(said: str) -> Headline:
    """Where there is no change to show: why."""
    return Headline(run_id=None, name=None, metric=MAIN.name, delta=None, sentence=said)


def _headline(row: DeltaRow, told: Change, said: str, runs: Sequence[Run]) -> Headline:
    return Headline(
        run_id=row.run_id,
        name=row.name,
        metric=told.metric.name,
        workload=next(r.workload["name"] for r in runs if r.id == row.run_id),
        delta=row,
        settled=row.verdict in SETTLED,
        sentence=said,
    )
