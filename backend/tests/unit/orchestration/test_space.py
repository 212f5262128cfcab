"""Too little space: nothing begins, nothing fails, and it goes on where it was."""

from dataclasses import replace
from typing import Any

import pytest

from agents.contract.reports import Failure
from agents.contract.space import NO_SPACE
from agents.contract.states import ExperimentState, JobState, TrialState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.outcome import is_worth_repeating
from backend.execution.orchestration.step import step
from backend.records.runs import Trial
from backend.tests.unit.orchestration.views import hosts, job, measuring, run, trial, view

WHERE = "in /srv/dyno (90 MB left)"
FULL = Failure(code=NO_SPACE, message="No space left on this host", host="proxy")
COLD = (run("a", ready=False, is_baseline=True),)
FREE: dict[str, Any] = {"free": True, "is_held": False}
QUEUED = view(state=ExperimentState.QUEUED, hosts=hosts(load=FREE, proxy=FREE, backend=FREE))


@pytest.mark.parametrize(
    "begins",
    [
        pytest.param(QUEUED, id="in the queue"),
        pytest.param(view(runs=COLD, trials=(trial(),)), id="before the hosts are prepared"),
        pytest.param(view(), id="before a trial"),
    ],
)
def test_nothing_begins_until_there_is_room(begins: Any) -> None:
    assert step(replace(begins, space_shortage=WHERE)) == []
    assert step(begins) != []


def test_a_trial_that_runs_is_brought_to_its_end() -> None:
    ended = measuring(JobState.DONE, JobState.DONE)
    assert step(replace(ended, space_shortage=WHERE)) == step(ended) == [e.Judge("t1")]


def test_it_can_be_cancelled_and_ends_when_nothing_is_left() -> None:
    asked = view(space_shortage=WHERE, cancel_requested=True)
    assert step(asked) == [e.StartCancelling()]
    assert step(view(space_shortage=WHERE, trials=())) == [e.Restore(h.id) for h in asked.hosts]


@pytest.mark.parametrize(
    ("runs", "name"),
    [
        (COLD, "prepare_backend"),
        ((run("a", is_warmed_up=False, is_baseline=True),), "warm"),
        ((run("a", is_baseline=True),), "apply"),
    ],
)
def test_a_host_that_had_no_room_is_prepared_again_once_it_has(runs: Any, name: str) -> None:
    failed = job(name, JobState.FAILED, failure=FULL, run_id="a")
    found = view(jobs=(failed,), runs=runs, trials=(trial(),))
    assert step(replace(found, space_shortage="on proxy (3 MB left)")) == []
    assert step(found) == [e.NewGeneration()]


def test_a_trial_that_had_no_room_is_measured_again() -> None:
    failed = Trial(state=TrialState.FAILED, attempt=1, failure=FULL.model_dump())
    assert is_worth_repeating(failed)
    failed.attempt = 3
    assert not is_worth_repeating(failed)
