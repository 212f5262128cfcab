"""Takes one cell: an experiment, a fault at a step of it, and a look at everything afterwards."""

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from agents.contract.states import ExperimentState
from backend.cli.client import ApiProblem
from e2e.faults import reading
from e2e.faults.injected import Injected
from e2e.faults.injections import INJECTIONS, wait_end
from e2e.faults.judge import Evidence, outcome, problems
from e2e.faults.lab import Lab, NotInTime
from e2e.faults.one_machine import OneMachine
from e2e.faults.steps import Missed, reach
from e2e.faults.table import Cell, How, Step

NEXT_WITHIN_S = 120.0
TRIES = 10  # a step that is over in a moment is often missed
BEFORE_THE_NEXT = 8  # planned trials of an experiment that has to last while another stack does something


@dataclass(frozen=True)
class Taken:
    """What became of a cell. `seconds`: from the end of the fault until it went on."""

    cell: str
    fault: str
    step: str
    verdict: Literal["good", "bad"]
    outcome: str
    seconds: float | None
    problems: tuple[str, ...] = ()


def take(cell: Cell, lab: Lab, seconds: int = 2) -> Taken:
    """With trials of so many seconds. Never raises for what the product does: that is a bad cell."""
    try:
        return _taken(cell, lab, seconds)
    except Exception as error:  # a cell that cannot be taken is a row too
        return untaken(cell, f"{type(error).__name__}: {error}")


def untaken(cell: Cell, problem: str) -> Taken:
    return Taken(cell.name, cell.fault.name, cell.step, "bad", "could not be taken", None, (problem,))


def _taken(cell: Cell, lab: Lab, seconds: int) -> Taken:
    lab.wait_rest()
    before = lab.settings()
    if isinstance(lab, OneMachine) and cell.fault.how is How.SECOND_PLANE:
        lab.neighbour()
    experiment_id = _at_the_step(cell, lab, seconds)
    kept = reading.with_figures(lab, experiment_id)
    inject = INJECTIONS[cell.fault.how]
    # one that does not end is found not to have ended
    with inject(lab, cell.fault.target, experiment_id) as injected, suppress(NotInTime):
        wait_end(lab, experiment_id, injected)
    if isinstance(lab, OneMachine):
        lab.stop_neighbour()
    running = _left_running(lab, injected)
    evidence = _evidence(lab, experiment_id, kept, before, running, injected)
    found = problems(evidence, cell.good)
    return Taken(
        cell.name,
        cell.fault.name,
        cell.step,
        "bad" if found else "good",
        outcome(evidence),
        reading.went_on(lab, experiment_id, injected.over),
        tuple(found),
    )


def _at_the_step(cell: Cell, lab: Lab, seconds: int) -> str:
    """The id of an experiment that is there."""
    trials = BEFORE_THE_NEXT if cell.fault.how is How.SECOND_PLANE else 2
    for left in reversed(range(TRIES)):
        try:
            servers = "round" if cell.step is Step.NEXT else "once"
            experiment_id = lab.launch(trials=trials, seconds=seconds, servers=servers, load=cell.fault.load)
            reach(lab, experiment_id, cell.step)
            return experiment_id
        except (Missed, ApiProblem):  # or a busy machine lost sight of a host just now
            if not left:
                raise
            lab.wait_rest()
    raise AssertionError


def _left_running(lab: Lab, injected: Injected) -> list[str]:
    """Which nginx and load tools nobody ends; what does not come to rest is said.

    At rest there are none, though an agent that starts may ask one for its version.
    """
    try:
        lab.wait_rest()
    except NotInTime as error:
        injected.said.append(str(error))
        return [process.name() for process in lab.running()]
    return []


def _evidence(
    lab: Lab,
    experiment_id: str,
    kept: dict[str, str],
    before: dict[str, str],
    processes: list[str],
    injected: Injected,
) -> Evidence:
    leases = len(lab.query("select 1 from leases"))
    after = lab.settings()
    return Evidence(
        state=lab.state(experiment_id),
        failure=reading.failure(lab, experiment_id),
        trials=reading.trials(lab, experiment_id),
        kept=kept,
        found=reading.with_figures(lab, experiment_id),
        hosts=lab.hosts(),
        leases=leases,
        processes=processes,
        before=before,
        after=after,
        next=_next(lab),
        said=injected.said,
    )


def _next(lab: Lab) -> ExperimentState | None:
    """How a small experiment ends that comes afterwards; None when it is not even taken."""
    try:
        experiment_id = lab.launch(only_one=True, seconds=1)
    except ApiProblem:
        return None
    deadline = time.monotonic() + NEXT_WITHIN_S
    while not (state := lab.state(experiment_id)).is_final and time.monotonic() < deadline:
        time.sleep(0.1)
    return state
