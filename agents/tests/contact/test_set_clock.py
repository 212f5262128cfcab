"""A host whose clock is set while an agent works there: jobs, figures and times go on, and it is said."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.contract.jobs import FactsJob, MeasureJob, PrepareJob
from agents.contract.workload import Workload
from agents.tests.agent_process import AgentProcess
from agents.tests.confs import setup
from agents.tests.fake_plane import FakePlane

HOUR = 3600
NEAR = 20  # on a busy machine; a wrong clock is off by an hour
WORKLOAD = Workload.model_validate({"tool": "wrk", "connections": 4, "duration_s": 3})


@pytest.fixture
def ahead(state: Path) -> Path:
    return state.parent / "ahead"


@pytest.fixture
def set_clock(ahead: Path) -> Callable[[float], None]:
    def set_to(seconds: float) -> None:
        draft = ahead.with_suffix(".new")
        draft.write_text(str(seconds))
        os.replace(draft, ahead)

    set_to(0)
    return set_to


@pytest.fixture
def agent(plane: FakePlane, state: Path, ahead: Path, set_clock: Any) -> Iterator[AgentProcess]:
    made = AgentProcess(plane, state, program=("agents.tests.contact.stepping_clock", str(ahead)))
    yield made
    made.stop()


@pytest.mark.parametrize("step", [HOUR, pytest.param(-HOUR, marks=pytest.mark.exhaustive)])
def test_a_clock_that_is_set_in_the_middle_of_a_trial_is_said_and_changes_no_time(
    plane: FakePlane, agent: AgentProcess, set_clock: Callable[[float], None], step: float
) -> None:
    url = agent.do(PrepareJob(setups=[setup()])).setups[0].urls[0]
    begun = plane.now()
    job_id = agent.send(MeasureJob(trial_id="t", target=url, workload=WORKLOAD, watch=["a"]))
    plane.wait_for(lambda: plane.samples)
    set_clock(step)
    report = plane.report_of(job_id)
    ended = plane.now()
    assert report.failure is None
    assert report.load
    assert report.window
    assert report.window.clock
    assert report.window.clock.step_s == pytest.approx(step, abs=NEAR)
    assert report.window.clock.offset_s == pytest.approx(step, abs=NEAR)
    times = [report.load.started_at, report.load.ended_at]
    assert begun - 1 < times[0] < times[1] < ended + 1
    assert times[1] - times[0] == pytest.approx(3, abs=NEAR)
    assert report.window.seconds == pytest.approx(times[1] - times[0], abs=NEAR)
    samples = [at for batch in plane.samples if "is_live" not in batch for at in batch["times"]]
    assert samples == sorted(samples)
    assert begun - 1 < samples[0] <= samples[-1] < ended + 1
    assert agent.do(FactsJob()).failure is None  # the next job has not expired either
