"""The headline of an experiment: what came out in one sentence, or why nothing did."""

import math
from collections.abc import Iterator, Sequence
from functools import cache

from agents.catalog.metrics import IN_ORDER, MAIN, METRICS, TAIL, Metric
from agents.contract.states import ExperimentState
from backend.analysis.calibration.sentences import spread
from backend.analysis.candidates.second_stage import seconds_per_round
from backend.analysis.ceiling_result import ceiling_out, headline_of_search
from backend.analysis.deltas import delta_rows
from backend.analysis.headlines.answers import (
    Deltas,
    add_builds,
    answers_of,
    seconds_to_settle,
    settle_sentence,
)
from backend.analysis.headlines.failures import add_failures
from backend.analysis.headlines.lead import first_sentence, name_quantity
from backend.analysis.headlines.sentences import (
    CONTROL_NAME,
    SETTLED,
    Change,
    condition_words,
    context_sentence,
    finding,
    noun_of,
    same_settings_sentence,
)
from backend.analysis.headlines.settling import settling_of
from backend.analysis.highlights import best_of
from backend.analysis.schemas import DeltaRow, Headline
from backend.analysis.trial_values import values_of
from backend.definition.ceiling_rules import is_search
from backend.definition.stopping_rule import main_metric_of
from backend.presentation.words import sentence
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.starts import start_spread

MIN_INTERIM_ROUNDS = 3
"""Rounds before the first word of what an experiment says so far: one round has no interval, that of two
spans everything."""

NOTHING_VALID = "No two runs have valid trials to compare."
NO_VARIANT_VALID = "No variant has valid trials to compare."
NO_BASELINE_VALID = "The baseline has no valid trials to compare with."
_FAILED_EARLY = "Failed before anything could be compared."


def headline_of_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Headline | None:
    """The headline of one experiment from its rows; before the end only of changes, and without a verdict."""
    is_final = ExperimentState(experiment.state).is_final
    if is_search(experiment.definition):
        return ceiling_headline(experiment, runs, trials) if is_final else None
    if experiment.is_calibration:
        return calibration_headline(experiment, trials) if is_final else None

    @cache
    def deltas(metric: str) -> list[DeltaRow]:
        return delta_rows(experiment, runs, trials, METRICS[metric])

    headline = headline_of_deltas(experiment, runs, deltas)
    has_rounds = headline.delta is not None and headline.delta.n >= MIN_INTERIM_ROUNDS
    return headline if is_final or has_rounds else None


def ceiling_headline(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Headline:
    """The highest ceiling that an ended search found, beside the baseline's."""
    result = ceiling_out(experiment, runs, trials)
    if result is None or not any(r.probes for r in result.runs):
        return without_result(_empty_sentence(experiment))
    baselines = {r.workload["name"]: r.id for r in runs if r.is_baseline}
    baseline_of = {r.id: baselines[r.workload["name"]] for r in runs if r.workload["name"] in baselines}
    best, text = headline_of_search(result, baseline_of)
    if best is None:
        return without_result(text)
    return Headline(
        run_id=best.run_id,
        name=best.name,
        metric=result.of,
        delta=None,
        settled=best.state != "stopped",
        sentence=text,
    )


def calibration_headline(experiment: Experiment, trials: Sequence[TrialRow]) -> Headline:
    """Say how much equal runs differ."""
    result = start_spread([list(values_of(trials, MAIN.name).values())])
    return without_result(spread(result) if result.trials else _empty_sentence(experiment))


def headline_of_deltas(experiment: Experiment, runs: Sequence[Run], deltas: Deltas) -> Headline:
    """The best settled change, or why there is none; and which candidates fail more than the baseline."""
    headline = _headline_of_changes(experiment, runs, deltas)
    main = main_metric_of(experiment.definition)
    if headline.run_id is not None:  # else the reasons of the runs without a valid trial follow
        headline.sentence = add_failures(headline.sentence, headline.run_id, headline_rows(deltas, main)[1])
    headline.sentence = add_builds(headline.sentence, experiment, headline.run_id, runs)
    headline.answers = answers_of(experiment, runs, deltas)
    for result in (headline, *headline.answers):
        verdicts = [answer.verdict for answer in headline.answers if answer.metric != result.metric]
        result.sentence = name_quantity(result.sentence, noun_of(METRICS[result.metric]), verdicts)
    if experiment.state == ExperimentState.FINISHED:
        headline.more = settling_of(experiment, runs, headline.answers, deltas)
    seconds = seconds_to_settle(experiment, headline.answers)
    if seconds is not None and (more := headline.more) and more.rounds:  # the settled runs are left out
        seconds = more.rounds * seconds_per_round(experiment, more, len(runs))
    headline.settle, is_known = settle_sentence(seconds), seconds is not None and math.isfinite(seconds)
    headline.settle_s = seconds if is_known else None
    return headline


def _headline_of_changes(experiment: Experiment, runs: Sequence[Run], deltas: Deltas) -> Headline:
    controls = {r.id for r in runs if r.is_control}
    metric, all_rows = headline_rows(deltas, main_metric_of(experiment.definition))
    rows = _watched_rows(experiment, runs, all_rows)
    best = best_of(rows, controls)
    if best is not None:
        candidates = [r for r in rows if r.run_id not in controls and r.is_candidate]
        change = _change_of(best, runs, metric, deltas)
        return _headline(
            best, change, finding(change, [r.verdict for r in candidates], experiment.state), runs
        )
    equal = next((r for r in rows if r.equal_settings and r.is_known), None)
    if equal is not None:
        change = _change_of(equal, runs, metric, deltas)
        text = finding(change, (), experiment.state) if equal.interim else same_settings_sentence(change)
        return _headline(equal, change, text, runs, is_settled=False)
    context = next((r for r in rows if r.is_context and r.is_known), None)
    if context is not None:
        change = _change_of(context, runs, metric, deltas)
        return _headline(context, change, context_sentence(change), runs, is_settled=False)
    control = next((r for r in rows if r.run_id in controls and r.is_known), None)
    has_variants = any(r.run_id not in controls for r in rows)
    if control is not None and not (has_variants and ExperimentState(experiment.state).is_final):
        change = _change_of(control, runs, metric, deltas)
        return _headline(control, change, finding(change, (), experiment.state), runs)
    lack = NO_VARIANT_VALID if control is not None else NOTHING_VALID
    if any(row.baseline_mean is None and row.candidate_mean is not None for row in rows):
        lack = NO_BASELINE_VALID
    return without_result(_empty_sentence(experiment, runs, lack))


def _watched_rows(
    experiment: Experiment, runs: Sequence[Run], rows: Sequence[DeltaRow]
) -> Sequence[DeltaRow]:
    """All rows of an ended experiment; before its end those of the first workload, so that a page that
    somebody watches does not change its subject."""
    if ExperimentState(experiment.state).is_final or not runs:
        return rows
    first_name = runs[0].workload["name"]
    first_ids = {run.id for run in runs if run.workload["name"] == first_name}
    return [row for row in rows if row.run_id in first_ids]


def headline_rows(deltas: Deltas, main: Metric = MAIN) -> tuple[Metric, Sequence[DeltaRow]]:
    """The metric that the headline is about, and its rows."""
    first = deltas(main.name)
    for metric, rows in _rows_by_metric(deltas, main, first):
        if any(row.is_known for row in rows):
            return metric, rows
    return main, first


def _rows_by_metric(
    deltas: Deltas, main: Metric, first: Sequence[DeltaRow]
) -> Iterator[tuple[Metric, Sequence[DeltaRow]]]:
    """Others than the main metric only where there are runs to compare: most of the rest have none at all."""
    yield main, first
    if first:
        yield from ((METRICS[name], deltas(name)) for name in IN_ORDER if name != main.name)


def _change_of(row: DeltaRow, runs: Sequence[Run], metric: Metric, deltas: Deltas) -> Change:
    run = next(r for r in runs if r.id == row.run_id)
    several = len({r.workload["name"] for r in runs}) > 1
    tail = next((r for r in deltas(TAIL.name) if r.run_id == row.run_id), None) if metric is MAIN else None
    return Change(
        name=CONTROL_NAME if run.is_control else run.variant,
        metric=metric,
        delta=row,
        p99=None if tail is None else (TAIL, tail),
        context=condition_words(row, run.workload["name"] if several else None),
    )


def _empty_sentence(experiment: Experiment, runs: Sequence[Run] = (), lack: str = NOTHING_VALID) -> str:
    if experiment.state == ExperimentState.FAILED:
        reason = (experiment.failure or {}).get("message")
        return sentence(f"failed: {first_sentence(reason)}") if reason else _FAILED_EARLY
    if experiment.state == ExperimentState.CANCELLED:
        return "Cancelled before anything could be compared."
    if len(runs) == 1:
        return "There is one run, and nothing to compare it with."
    if len(runs) > 1 and len({run.workload["name"] for run in runs}) == len(runs):
        return "No two runs have the same workload, so nothing is compared here."
    return lack


def without_result(text: str) -> Headline:
    """Build a headline that says why there is no change to show."""
    return Headline(run_id=None, name=None, metric=MAIN.name, delta=None, sentence=text)


def _headline(
    row: DeltaRow, change: Change, text: str, runs: Sequence[Run], is_settled: bool = True
) -> Headline:
    return Headline(
        run_id=row.run_id,
        name=row.name,
        metric=change.metric.name,
        workload=next(r.workload["name"] for r in runs if r.id == row.run_id),
        delta=row,
        settled=is_settled and row.verdict in SETTLED,
        sentence=text,
    )
