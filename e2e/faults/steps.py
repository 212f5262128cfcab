"""Waits until an experiment is at a step, by what the rows say and by the load tool that runs."""

from collections.abc import Callable

from e2e.faults.lab import Lab
from e2e.faults.table import Step

WITHIN_S = 180.0
LOOK_S = 0.005  # some steps are short

_SENT = "select 1 from jobs where experiment_id = %s and state = 'sent' and purpose = any(%s)"
_RUNS = "select state from runs where experiment_id = %s"
_TRIALS = "select state from trials where experiment_id = %s"
_FIGURES = ("done", "invalid")
_IN_A_TRIAL = ("warming", "measuring")


class Missed(Exception):
    """The experiment ended before the step was seen."""


def reach(lab: Lab, experiment_id: str, step: Step) -> None:
    """Return at the step, as soon as it is seen. Missed or NotInTime."""

    def is_there() -> bool:
        if _AT[step](lab, experiment_id):
            return True
        if lab.state(experiment_id).is_final:
            raise Missed(f"it ended before it was seen {step}")
        return False

    lab.wait(is_there, step, WITHIN_S, LOOK_S)
    if step is Step.CANCELLING:
        lab.cancel(experiment_id)


def _sent(lab: Lab, experiment_id: str, *purposes: str) -> bool:
    return bool(lab.query(_SENT, experiment_id, list(purposes)))


def _preparing(lab: Lab, experiment_id: str) -> bool:
    return _sent(lab, experiment_id, "prepare_backend", "prepare_proxy")


def _warming(lab: Lab, experiment_id: str) -> bool:
    return _sent(lab, experiment_id, "warm") and bool(lab.processes("load tool"))


def _before(lab: Lab, experiment_id: str) -> bool:
    runs = {state for (state,) in lab.query(_RUNS, experiment_id)}
    return runs == {"ready"} and _trials(lab, experiment_id) == {"queued"}


def _measuring(lab: Lab, experiment_id: str) -> bool:
    """In a trial after the first, which has its figures: those are to be kept."""
    states = _trials(lab, experiment_id)
    return bool("measuring" in states and states.intersection(_FIGURES) and lab.processes("load tool"))


def _between(lab: Lab, experiment_id: str) -> bool:
    states = _trials(lab, experiment_id)
    return bool("queued" in states and states.intersection(_FIGURES)) and not states.intersection(_IN_A_TRIAL)


def _next_round(lab: Lab, experiment_id: str) -> bool:
    """New servers are started, and one of the rounds has its figures."""
    is_measured = _trials(lab, experiment_id).intersection(_FIGURES)
    return bool(is_measured) and _sent(lab, experiment_id, "prepare_proxy")


def _restoring(lab: Lab, experiment_id: str) -> bool:
    return bool(
        lab.query("select 1 from jobs where experiment_id = %s and purpose = 'restore'", experiment_id)
    )


def _trials(lab: Lab, experiment_id: str) -> set[str]:
    return {state for (state,) in lab.query(_TRIALS, experiment_id)}


_AT: dict[Step, Callable[[Lab, str], bool]] = {
    Step.PREPARING: _preparing,
    Step.WARMING: _warming,
    Step.BEFORE: _before,
    Step.MEASURING: _measuring,
    Step.BETWEEN: _between,
    Step.NEXT: _next_round,
    Step.RESTORING: _restoring,
    Step.CANCELLING: _measuring,
}
