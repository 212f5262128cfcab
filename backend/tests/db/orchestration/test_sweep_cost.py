"""A sweep that finds nothing to do costs one statement: it runs every two seconds beside what is measured."""

from sqlalchemy import event

from backend.database import get_engine
from backend.execution.orchestration.sweep import sweep
from backend.tests.db.agents import Farm


def statements_of_a_sweep() -> list[str]:
    said: list[str] = []

    def note(*args: object) -> None:
        said.append(str(args[2]))

    event.listen(get_engine(), "before_cursor_execute", note)
    try:
        sweep()
    finally:
        event.remove(get_engine(), "before_cursor_execute", note)
    return said


def test_at_rest_and_while_the_load_tool_runs(farm: Farm) -> None:
    assert len(statements_of_a_sweep()) == 1
    made = farm.launch(topology="proxied")
    farm.work(made, until="measure")
    assert len(statements_of_a_sweep()) == 1


def test_what_is_due_is_done(farm: Farm) -> None:
    made = farm.launch()
    assert len(statements_of_a_sweep()) > 1  # it prepares: time may bring something
    farm.work(made)
    assert len(statements_of_a_sweep()) == 1
