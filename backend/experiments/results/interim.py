"""What an experiment's state lets its figures say: no verdict before the end.

Who looks again and again and stops at the first verdict finds differences between equals, in 11 to 22% of
experiments. So changes and intervals are shown while it runs, and stay when it is cancelled, without words.
One that failed did not choose its moment by its figures: what it has is judged.
"""

from dataclasses import replace

from agents.contract.states import ExperimentState, RunState
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.delta import Delta, without_verdict
from backend.words import plural

_OPEN = "So far: there is no verdict before the experiment ends."
_CANCELLED = (
    "Cancelled before its end, so without a verdict: stopping when it looks good finds differences "
    "between equals."
)
_FAILED = "The experiment failed before its end; this is from the rounds that it has."


def is_interim(experiment: Experiment) -> bool:
    """Whether its figures have no verdict: it still measures, or was cancelled. Looks measure nothing."""
    has_ended = ExperimentState(experiment.state).is_final or experiment.looking_since is not None
    return experiment.state == ExperimentState.CANCELLED or not has_ended


def said(found: Delta, experiment: Experiment) -> Delta:
    """A delta with the words that the experiment's state allows."""
    if is_interim(experiment):
        cancelled = experiment.state == ExperimentState.CANCELLED
        return replace(without_verdict(found, _CANCELLED if cancelled else _OPEN), interim=True)
    if experiment.state == ExperimentState.FAILED and found.p is not None:
        return replace(found, reason=f"{found.reason} {_FAILED}")
    return found


def left_out(found: Delta, run: Run) -> Delta:
    """The delta of a run that halving left out: its figures then, without a word. They stand for those rounds
    alone: no interval counts the choice."""
    why = "the others were better in req/s"
    if run.state == RunState.FAILED:
        why = f"it could not be measured: {(run.failure or {}).get('message') or 'its run failed'}"
    elif not found.n:
        why = "no round has a valid req/s of it and the baseline"
    after = plural(run.left_out_after or 0, "round")
    shown = without_verdict(found, f"Left out after {after}, so without a verdict: {why}.")
    return replace(shown, p=None, p_adjusted=None, simultaneous_low=None, simultaneous_high=None)
