"""Probes of a search for the ceiling, read from trials, and which trials were measured at one load."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from agents.contract.reports import TOOL_FAILED
from agents.contract.states import TrialState
from backend.definition.ceiling_rules import FAILING
from backend.definition.ceiling_search import Probe, search_result
from backend.records.trial_rows import probe_size

if TYPE_CHECKING:
    from backend.analysis.trial_values import MeasuredTrial
    from backend.records.runs import Trial


T = TypeVar("T", bound="Trial | MeasuredTrial")


def is_clean(trial: "Trial | MeasuredTrial") -> bool | None:
    """Whether a probe had no failure; None while it is open, and where something else spoilt it."""
    if trial.state == TrialState.DONE:
        return True
    reasons = {f["code"] for f in trial.findings if f.get("level") == "invalid"}
    if trial.state == TrialState.INVALID and reasons <= FAILING:
        return False
    # too many connections for the server can be why
    has_died = trial.state == TrialState.FAILED and (trial.failure or {}).get("code") == TOOL_FAILED
    return False if has_died else None


def probes_of(trials: "Iterable[Trial | MeasuredTrial]") -> list[Probe]:
    """The answers among one run's trials, in their order."""
    answers = ((probe_size(t), is_clean(t)) for t in trials)
    return [Probe(n, clean) for n, clean in answers if n is not None and clean is not None]


def at_one_load(trials: Iterable[T]) -> list[T]:
    """Trials whose figures can be averaged: of a search's probes only those at its largest clean load."""
    trials = list(trials)
    by_run: dict[str, list[T]] = {}
    for trial in trials:
        by_run.setdefault(trial.run_id, []).append(trial)
    ceilings = {run_id: search_result(probes_of(run_trials)).clean for run_id, run_trials in by_run.items()}
    return [t for t in trials if probe_size(t) in (None, ceilings[t.run_id])]
