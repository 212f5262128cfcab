"""From the rows of an experiment to the intervals that say whether its rounds go on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from agents.contract.metrics import METRICS
from agents.contract.states import RunState, TrialState
from backend.experiments.definition.model import Until
from backend.experiments.definition.stopping_rule import rule_of
from backend.experiments.results.deltas import delta_rows
from backend.experiments.results.precision import Interval, Precision, half_interval, look
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow


def look_at(
    experiment: Experiment, rule: Until, runs: Sequence[Run], trials: Iterable[TrialRow], rounds: int
) -> Precision:
    """What the first `rounds` rounds come to, by the same deltas that the page shows."""
    seen = [t for t in trials if t.round <= rounds]
    return look(rule, rounds, _intervals(experiment, rule, runs, seen))


def _intervals(
    experiment: Experiment, rule: Until, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Iterator[Interval]:
    failed = {r.id: _message(r.failure) for r in runs if r.state == RunState.FAILED}
    for metric in rule.wanted:
        for row in delta_rows(experiment, runs, trials, METRICS[metric]):
            half = half_interval(row.low, row.high)
            yield Interval(metric, row.run_id, row.name, half, row.n, failed.get(row.run_id))


def _message(failure: dict[str, Any] | None) -> str:
    return (failure or {}).get("message") or "its run failed"


def precision_of(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Precision | None:
    """As decided at the end, or as it stands after the whole rounds so far; None for a fixed number."""
    rule = rule_of(experiment.definition)
    if rule is None:
        return None
    if experiment.rounds_ended:
        return Precision.model_validate(experiment.rounds_ended)
    return look_at(experiment, rule, runs, trials, whole_rounds(trials)).model_copy(update={"rule": None})


def whole_rounds(trials: Sequence[TrialRow]) -> int:
    """Rounds in which every trial has ended otherwise than by being called off."""
    missing = [t.round for t in trials if not TrialState(t.state).is_final or t.state == TrialState.CANCELLED]
    return min(missing) - 1 if missing else max((t.round for t in trials), default=0)
