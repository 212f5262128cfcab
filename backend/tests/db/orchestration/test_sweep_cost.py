"""Statements that a sweep with nothing to do and a trial cost: both run beside what is measured."""

from collections.abc import Callable

from sqlalchemy import event

from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.tests.db.agents import Farm

MAX_OF_A_TRIAL = 45
"""Of its reports, the steps that they lead to, and the simulated agents, which ask for their jobs."""


def statements_of(action: Callable[[], object]) -> list[str]:
    said: list[str] = []

    def note(*args: object) -> None:
        said.append(str(args[2]))

    event.listen(get_engine(), "before_cursor_execute", note)
    try:
        action()
    finally:
        event.remove(get_engine(), "before_cursor_execute", note)
    return said


def test_at_rest_and_while_the_load_tool_runs(farm: Farm) -> None:
    assert len(statements_of(sweep)) == 1
    made = farm.launch(topology="proxied")
    farm.work(made, until="measure")
    assert len(statements_of(sweep)) == 1


def test_what_is_due_is_done(farm: Farm) -> None:
    made = farm.launch()
    assert len(statements_of(sweep)) > 1  # it prepares: time may bring something
    farm.work(made)
    assert len(statements_of(sweep)) == 1


def test_a_trial_asks_little_of_the_database(farm: Farm) -> None:
    experiment_id = farm.launch(topology="proxy_only", trials=3)
    farm.work(experiment_id, until="measure")

    def measure_once() -> None:
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(experiment_id)
        farm.work(experiment_id, until="measure")

    measure_once()  # the first has the answers of runs to keep
    assert len(statements_of(measure_once)) <= MAX_OF_A_TRIAL
