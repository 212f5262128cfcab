"""From the rows of an experiment to the verdicts that say whether its rounds go on."""

from collections.abc import Iterator, Sequence
from typing import Any

from agents.catalog.metrics import METRICS
from agents.contract.states import RunState, TrialState
from backend.analysis.decision import Candidate, Decision, decide, last_analysis
from backend.analysis.deltas import judged_rows
from backend.definition.model import UntilDecided
from backend.definition.stopping_rule import MAIN_METRIC, rule_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.verdict import Verdict


def analyse(
    experiment: Experiment, rule: UntilDecided, runs: Sequence[Run], trials: Sequence[TrialRow], rounds: int
) -> Decision:
    """Analyse the first `rounds` rounds, by the same deltas that the page shows."""
    return decide(rule, rounds, _candidates(experiment, runs, _to(trials, rounds)))


def _candidates(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Iterator[Candidate]:
    """Yield every workload's candidates without controls: no baseline is to differ from itself."""
    failures, controls = _failures(runs), {r.id for r in runs if r.is_control}
    for row in judged_rows(experiment, runs, trials, METRICS[MAIN_METRIC]):
        if row.run_id not in controls:
            is_settled = row.verdict != Verdict.UNCLEAR.value
            yield Candidate(row.run_id, row.name, is_settled, row.n, failures.get(row.run_id))


def _failures(runs: Sequence[Run]) -> dict[str, str]:
    return {r.id: _message(r.failure) for r in runs if r.state == RunState.FAILED}


def _message(failure: dict[str, Any] | None) -> str:
    return (failure or {}).get("message") or "its run failed"


def decision_of(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Decision | None:
    """As it was at the end, or at the last analysis so far; None for any other rule."""
    rule = rule_of(experiment.definition)
    if rule is None:
        return None
    if experiment.rounds_ended:
        return Decision.model_validate(experiment.rounds_ended)
    rounds = last_analysis(rule, whole_rounds(trials))
    decision = decide(rule, rounds, _candidates(experiment, runs, _to(trials, rounds)))
    return decision.model_copy(update={"rule": None})


def _to(trials: Sequence[TrialRow], rounds: int) -> list[TrialRow]:
    return [t for t in trials if t.round <= rounds]


def whole_rounds(trials: Sequence[TrialRow]) -> int:
    """Rounds in which every trial has ended otherwise than by being called off."""
    missing = [t.round for t in trials if not TrialState(t.state).is_final or t.state == TrialState.CANCELLED]
    return min(missing) - 1 if missing else max((t.round for t in trials), default=0)
