"""The headline of an ended experiment: its best change in one sentence, or why there is none."""

from collections.abc import Collection, Iterable, Sequence

from agents.contract.metrics import METRICS
from agents.contract.states import ExperimentState
from backend.experiments.definition.ceiling_rules import is_search
from backend.experiments.results.calibration.sentences import spread
from backend.experiments.results.ceiling_result import ceiling_out, headline_sentence
from backend.experiments.results.deltas import delta_rows
from backend.experiments.results.highlights import best_of
from backend.experiments.results.schemas import DeltaRow, Headline
from backend.experiments.results.trial_values import values_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.starts import start_spread
from backend.words import percent

HEADLINE_METRIC = "requests_per_s"


def headline_of_rows(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Headline | None:
    """The headline of one experiment from its rows; None until the end."""
    if not ExperimentState(experiment.state).is_final:
        return None
    if is_search(experiment.definition):
        return ceiling_headline(experiment, runs, trials)
    if experiment.is_calibration:
        return calibration_headline(experiment, trials)
    rows = delta_rows(experiment, runs, trials, METRICS[HEADLINE_METRIC])
    return headline_of_deltas(experiment, runs, rows)


def ceiling_headline(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Headline:
    """The highest ceiling that an ended search found, beside the baseline's."""
    found = ceiling_out(experiment, runs, trials)
    if found is None or not any(r.probes for r in found.runs):
        return without_result(_nothing(experiment))
    best, sentence = headline_sentence(found, {r.id for r in runs if r.is_baseline})
    shown = without_result(sentence)
    return shown.model_copy(
        update={"run_id": best.run_id, "name": best.name, "metric": "connections"} if best else {}
    )


def calibration_headline(experiment: Experiment, trials: Sequence[TrialRow]) -> Headline:
    """How much equal runs differ."""
    found = start_spread([list(values_of(trials, HEADLINE_METRIC).values())])
    return without_result(spread(found) if found.trials else _nothing(experiment))


def headline_of_deltas(experiment: Experiment, runs: Iterable[Run], rows: Sequence[DeltaRow]) -> Headline:
    """The best settled change of requests per second, or why there is none."""
    controls = {r.id for r in runs if r.is_control}
    best = best_of(rows, controls)
    if best is not None:
        return _headline(best, f"{_lead(rows, controls)}{_said(best)}")
    control = next((r for r in rows if r.run_id in controls and r.change is not None), None)
    if control is not None:
        return _headline(control, f"A/A control: {percent(control.change)} req/s, {control.verdict}")
    return without_result(_nothing(experiment))


def _lead(rows: Sequence[DeltaRow], controls: Collection[str]) -> str:
    """What precedes the largest change if it is not an improvement."""
    rows = [r for r in rows if not r.left_out]
    known = [r for r in rows if r.change is not None]
    if any(r.interim for r in known):
        return "stopped before its end; largest: "
    if known and all(r.control_alarm for r in known):
        return "the control came out different; largest: "
    verdicts = {r.verdict for r in rows if r.change is not None and r.run_id not in controls}
    if "better" in verdicts:
        return ""
    if verdicts == {"same"}:
        return "all are the same; largest: "
    return f"{'none is better' if 'worse' in verdicts else 'no change settled'}; largest: "


def _said(row: DeltaRow) -> str:
    return f"{row.name}: {percent(row.change)} req/s, {row.verdict}"


def _nothing(experiment: Experiment) -> str:
    if experiment.state == ExperimentState.FAILED:
        why = (experiment.failure or {}).get("message")
        return f"failed: {why}" if why else "failed before anything could be compared"
    if experiment.state == ExperimentState.CANCELLED:
        return "cancelled before anything could be compared"
    return "no two runs with valid trials to compare"


def without_result(sentence: str) -> Headline:
    """Where there is no change to show: why."""
    return _headline(None, sentence)


def _headline(row: DeltaRow | None, sentence: str) -> Headline:
    return Headline(
        run_id=row.run_id if row else None,
        name=row.name if row else None,
        metric=HEADLINE_METRIC,
        delta=row,
        sentence=sentence,
    )
