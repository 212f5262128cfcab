"""Interim figures: no verdict before the end.

Who looks again and again and stops at the first verdict finds differences between equals, in 11 to 22% of
experiments. So changes and intervals are shown while it runs, and stay when it is cancelled, without words.
One that failed did not choose its moment by its figures: what it has is judged.
"""

from dataclasses import replace

from agents.contract.states import ExperimentState, RunState
from backend.presentation.words import plural
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.delta import Delta, without_verdict

_OPEN = "So far: there is no verdict before the experiment ends."
_CANCELLED = (
    "Cancelled before its end, so without a verdict: stopping when it looks good finds differences "
    "between equals."
)
_CONTEXT = (
    "Its context is another one, so it is no candidate and has no verdict; runs that share its context are "
    "compared with the one among them that sets what the baseline sets."
)
_FAILED = "The experiment failed before its end; this is from the rounds that it has."


def is_interim(experiment: Experiment) -> bool:
    """Whether its figures have no verdict: it still measures, or was cancelled."""
    has_ended = ExperimentState(experiment.state).is_final or experiment.diagnosing_since is not None
    return experiment.state == ExperimentState.CANCELLED or not has_ended


def withhold_verdict(delta: Delta, experiment: Experiment) -> Delta:
    """A delta with the words that the experiment's state allows."""
    if delta.is_given:
        return delta
    if is_interim(experiment):
        is_cancelled = experiment.state == ExperimentState.CANCELLED
        return replace(without_verdict(delta, _CANCELLED if is_cancelled else _OPEN), interim=True)
    if experiment.state == ExperimentState.FAILED and delta.p is not None:
        return replace(delta, reason=f"{delta.reason} {_FAILED}")
    return delta


def withhold_eliminated(delta: Delta, run: Run) -> Delta:
    """The delta of a run that halving eliminated: its figures then, without a word. They stand for those
    rounds alone: no interval counts the choice."""
    reason = "the others were better in req/s"
    if run.state == RunState.FAILED:
        reason = f"it could not be measured: {(run.failure or {}).get('message') or 'its run failed'}"
    elif not delta.n:
        reason = "no round has a valid req/s of it and the baseline"
    after = plural(run.eliminated_after or 0, "round")
    masked_delta = without_verdict(delta, f"Eliminated after {after}, so without a verdict: {reason}.")
    return replace(masked_delta, p=None, p_adjusted=None, simultaneous_low=None, simultaneous_high=None)


def withhold_context(delta: Delta) -> Delta:
    """The delta of a run that differs from the baseline in context, without a word."""
    shown_delta = without_verdict(delta, _CONTEXT)
    return replace(shown_delta, p=None, p_adjusted=None, simultaneous_low=None, simultaneous_high=None)
