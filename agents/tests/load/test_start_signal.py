"""A load tool that begins together with those of other hosts: in time, late, never, or after it died."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from agents.contract.jobs import MeasureJob
from agents.contract.reports import NOT_READY, TOOL_FAILED, Report
from agents.failure import Cancelled, JobFailed
from agents.load import driver, start_signal
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.jobs import job_of
from agents.tests.load.test_load import load, serve


def measure(
    handlers: JobHandlers, when_ready: Callable[[RunningJob], Any], **changes: Any
) -> tuple[Report, list[str]]:
    """The report of a job that is fired, and the ids that were said to be ready."""
    workload = load(duration_s=1, connections=4, **changes)
    work = MeasureJob(trial_id="t", target=serve(handlers), workload=workload, watch=["a"], is_fired=True)
    running, ready = RunningJob(job_of(work)), list[str]()

    def say_ready(job_id: str) -> None:
        ready.append(job_id)
        Thread(target=when_ready, args=[running]).start()

    handlers.say_ready = say_ready
    return handlers.measure(running, work), ready


@pytest.mark.parametrize("count", [1, 2])
def test_it_begins_at_the_moment_that_it_is_told(handlers: JobHandlers, count: int) -> None:
    moments: list[float] = []

    def fire(running: RunningJob) -> None:
        moments.append(time.time() + 0.4)
        running.fire(moments[0])
        running.fire(moments[0] + 60)  # the first word counts

    report, ready = measure(handlers, fire, processes=count)
    assert len(ready) == 1
    assert report.load is not None
    assert report.window is not None
    assert report.load.late_s == 0
    assert len(report.window.generators) == count
    assert all(generator.started_at >= moments[0] for generator in report.window.generators)


def test_one_that_is_told_late_begins_at_once_and_says_so(handlers: JobHandlers) -> None:
    report, _ = measure(handlers, lambda running: running.fire(time.time() - 5))
    assert report.load is not None
    assert report.load.late_s == pytest.approx(5, abs=4)
    assert report.load.figures["requests"]


def test_one_that_is_never_told_gives_up(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_signal, "MAX_WAIT_S", 0.3)
    with pytest.raises(JobFailed) as failure:
        measure(handlers, lambda _: None)
    assert failure.value.code == NOT_READY
    assert list(handlers.folders.work.iterdir()) == []


def test_a_moment_far_away_is_not_waited_for(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_signal, "MAX_WAIT_S", 0.3)
    report, _ = measure(handlers, lambda running: running.fire(time.time() + 1e9))
    assert report.load is not None
    assert report.load.figures["requests"]


def test_one_that_dies_while_it_waits_fails(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ["sh", "-c", "exec 3<start.gate; sleep 0.3 & read -r _ <&3 & sleep 0.3; kill -9 $$"]
    monkeypatch.setattr(driver, "make_argv", lambda *_: argv)
    with pytest.raises(JobFailed) as failure:
        measure(handlers, lambda _: None)
    assert failure.value.code == TOOL_FAILED


def test_a_cancel_ends_one_that_waits(handlers: JobHandlers) -> None:
    with pytest.raises(JobFailed) as failure:
        measure(handlers, lambda running: running.cancel(Cancelled()))
    assert isinstance(failure.value, Cancelled)


def test_a_control_plane_that_does_not_answer_is_told_again(handlers: JobHandlers) -> None:
    tries: list[str] = []
    workload = load(duration_s=1, connections=4)
    work = MeasureJob(trial_id="t", target=serve(handlers), workload=workload, is_fired=True)
    running = RunningJob(job_of(work))

    def say_ready(job_id: str) -> None:
        tries.append(job_id)
        if len(tries) < 3:
            raise ConnectionRefusedError("nobody listens")
        running.fire(time.time())

    handlers.say_ready = say_ready
    assert handlers.measure(running, work).failure is None
    assert len(tries) == 3
