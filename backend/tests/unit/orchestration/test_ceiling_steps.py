"""Steps that find the baseline's ceiling before rates that are shares of it are measured."""

import pytest

from agents.contract.states import JobState
from backend.execution.orchestration.effects import Effect, FailRun, MeasureCeiling, TakeCeiling
from backend.execution.orchestration.step import step
from backend.execution.orchestration.view import JobView
from backend.tests.unit.orchestration.views import WHY, job, run, view

DONE = [job("ceiling", JobState.DONE, id=f"j{n}", run_id="a") for n in range(3)]


@pytest.mark.parametrize(
    ("jobs", "effects"),
    [
        ([], [MeasureCeiling("a")]),
        ([job("ceiling", run_id="a")], []),
        (DONE[:2], [MeasureCeiling("a")]),
        ([*DONE[:2], job("ceiling", JobState.FAILED, run_id="a")], [FailRun("a", WHY)]),
        ([job("ceiling", JobState.DONE, run_id="a", generation=-1)], [MeasureCeiling("a")]),
        (DONE, [TakeCeiling("a", ("j0", "j1", "j2"))]),
    ],
)
def test_the_baseline_is_measured_three_times_before_anything_is_warmed(
    jobs: list[JobView], effects: list[Effect]
) -> None:
    runs = (
        run("a", is_baseline=True, is_warmed_up=False, needs_ceiling=True),
        run("b", is_warmed_up=False, needs_ceiling=True),
    )
    assert step(view(jobs=jobs, runs=runs)) == effects
