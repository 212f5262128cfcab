"""Load tools of several hosts in one trial: ready, fired together, and ended together when one is lost."""

from typing import Any

import pytest

from agents.contract.reports import NOT_READY
from agents.contract.states import JobState, TrialState
from backend.execution.orchestration import effects as e
from backend.execution.orchestration.step import step
from backend.execution.orchestration.trial_steps import READY_WITHIN_S
from backend.execution.orchestration.view import JobView
from backend.records.job_purpose import JobPurpose
from backend.tests.unit.orchestration.views import host, hosts, job, trial, view

SENT, DONE, FAILED, LOST = JobState.SENT, JobState.DONE, JobState.FAILED, JobState.LOST


def measure(host_id: str, state: JobState = SENT, **changes: Any) -> JobView:
    return job("measure", state, host_id, trial_id="t1", **changes)


def effects(*jobs: JobView, state: TrialState = TrialState.MEASURING) -> list[e.Effect]:
    """Effects on a trial with a watch on the proxy, and these jobs."""
    watch = job("watch", SENT, "proxy", trial_id="t1")
    trials = (trial(state=state), trial("t2", "b"))
    return step(view((watch, *jobs), trials=trials, hosts=(*hosts(), host("load-2", "load"))))


@pytest.mark.parametrize(
    ("jobs", "expected"),
    [
        ([measure("load"), measure("load-2")], []),
        ([measure("load", is_ready=True), measure("load-2")], []),
        ([measure("load", is_ready=True), measure("load-2", is_ready=True)], [e.Fire("t1")]),
        (
            [
                measure("load", is_ready=True),
                measure("load-2", is_ready=True),
                job("fire", SENT, "load", trial_id="t1"),
            ],
            [],
        ),
        ([measure("load", DONE, is_ready=True), measure("load-2", is_ready=True)], [e.Fire("t1")]),
        # a generator that died at once, a host that went offline when it was ready
        ([measure("load", FAILED), measure("load-2")], [e.Cancel("load-2", ("measure-load-2",))]),
        (
            [measure("load", is_ready=True), measure("load-2", LOST, is_ready=True)],
            [e.Cancel("load", ("measure-load",))],
        ),
        ([measure("load", DONE), measure("load-2", DONE)], [e.Finish("watch-proxy", "proxy")]),
        ([measure("load", FAILED), measure("load-2", LOST)], [e.Finish("watch-proxy", "proxy")]),
    ],
)
def test_a_trial_of_two_load_hosts(jobs: list[JobView], expected: list[e.Effect]) -> None:
    assert effects(*jobs) == expected


def test_one_that_is_not_ready_in_time_ends_the_trial() -> None:
    late = measure("load-2", age_s=READY_WITHIN_S + 1)
    (effect,) = effects(measure("load", is_ready=True, age_s=READY_WITHIN_S + 1), late)
    assert isinstance(effect, e.GiveUpJob)
    assert (effect.job_id, effect.failure.code, effect.failure.host) == (late.id, NOT_READY, "load-2")
    assert effects(measure("load", is_ready=True), measure("load-2", LOST)) == [
        e.Cancel("load", ("measure-load",))
    ]


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([DONE, SENT], []),
        ([DONE, DONE], [e.Measure("t1")]),
        ([FAILED, SENT], [e.Cancel("load-2", ("warm_trial-load-2",))]),
        ([FAILED, DONE], [e.Judge("t1")]),
    ],
)
def test_all_load_hosts_warm_up_before_a_trial(states: list[JobState], expected: list[e.Effect]) -> None:
    warm_ups = [
        job(JobPurpose.WARM_TRIAL, state, host_id, trial_id="t1")
        for state, host_id in zip(states, ("load", "load-2"), strict=True)
    ]
    assert effects(*warm_ups, state=TrialState.WARMING) == expected
