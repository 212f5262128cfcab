"""Analyses, diagnostics and results that are due, as `step` sees them. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.contract.states import TrialState
from backend.analysis.decision import last_analysis
from backend.definition import explain
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving, stages_of_stored
from backend.definition.stopping_rule import rule_of
from backend.execution.orchestration.view import TrialView


def rounds_to_analyse(
    definition: Mapping[str, Any],
    open_trials: Sequence[TrialView],
    rounds_analysed: int,
    last_round: int,
    runs: int,
) -> int:
    """Whole rounds that nobody has analysed yet and that are due; 0 where there is nothing to decide.

    last_round  the last one that has trials, measured or not
    Open trials come in the order of their rounds, an invalid one's repeat before the next round.
    """
    if is_halving(definition):
        if open_trials:
            return 0
        ends = (stage.last for stage in stages_of_stored(definition, runs)[:-1])
        due = next((end for end in ends if end > rounds_analysed), 0)
        return due if due == last_round else 0
    rule = rule_of(definition)
    if rule is None:
        return 0
    due = last_analysis(rule, min(trial.round for trial in open_trials) - 1 if open_trials else rule.max)
    return due if due >= max(rule.min, rounds_analysed + 1) else 0


def wants_diagnostics(definition: Mapping[str, Any], counts: Mapping[str, int]) -> bool:
    """Whether diagnostics follow trials that ended so. `counts`: state → trials."""
    return counts.get(TrialState.DONE, 0) > 0 and explain.of_stored(definition) is not None


def count_answered(definition: Mapping[str, Any], counts: Mapping[str, int]) -> int:
    """Count the trials that gave a result; to a search for the ceiling a failing probe is one."""
    failing = counts.get(TrialState.INVALID, 0) if is_search(definition) else 0
    return counts.get(TrialState.DONE, 0) + failing
