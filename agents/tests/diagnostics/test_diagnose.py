"""Diagnostics of a real agent's parts: with the real perf, and with one that does everything wrong."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agents import procfs
from agents.contract.diagnostics import KERNEL, HostDiagnostic
from agents.contract.jobs import MeasureJob, WatchJob
from agents.diagnostics import perf, recording
from agents.failure import Cancelled, JobFailed
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.confs import conf, setup
from agents.tests.jobs import job_of

FILE = "root html;"
PROFILE, CALLS = {"kind": "profile"}, {"kind": "system_calls"}
needs_profile = pytest.mark.skipif(bool(perf.why_no_profile()), reason=perf.why_no_profile())
needs_calls = pytest.mark.skipif(bool(perf.why_no_system_calls()), reason=perf.why_no_system_calls())


@pytest.fixture
def fake_perf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """In place of perf a script; it may attach, whatever this host allows."""

    def become(body: str) -> None:
        script = tmp_path / "perf"
        script.write_text(f"#!/bin/sh\n{body}\n")
        script.chmod(0o755)
        monkeypatch.setattr(perf, "program", lambda: str(script))
        monkeypatch.setattr(perf, "_may_attach", lambda: True)

    return become


def diagnostic(
    handlers: JobHandlers, order: dict, seconds: int = 1, text: str = FILE, server: str | None = None
) -> tuple[HostDiagnostic, float]:
    """What is seen of a static file, and the requests that the load tool counted."""
    (done,) = handlers.setups.prepare(
        [setup(text=conf("worker_processes 1;", server=text), pages={"index.html": 612}, server=server)],
        lambda: False,
    )
    assert done.failure is None
    workload = {"tool": "wrk", "connections": 4, "duration_s": seconds, "path": "/index.html"}
    asked = {
        "trial_id": "t",
        "target": done.urls[0],
        "workload": workload,
        "watch": ["a"],
        "diagnostic": order,
    }
    work = MeasureJob.model_validate(asked)
    report = handlers.measure(RunningJob(job_of(work)), work)
    assert report.failure is None
    assert report.load is not None
    assert report.diagnostic is not None
    assert list(handlers.folders.work.iterdir()) == []
    return report.diagnostic, report.load.figures["requests"] or 0.0


@needs_calls
def test_a_static_file_takes_six_system_calls(handlers: JobHandlers, samples: list) -> None:
    found, requests = diagnostic(handlers, CALLS)
    (calls,) = found.system_calls
    assert (calls.subject, calls.lost, found.missing) == ("a", 0, None)
    assert calls.requests is not None
    assert requests <= calls.requests <= requests + 4 + 3, "each connection's last answer comes too late"
    # It waits once for several requests, or once for each where those who ask are slower than it is.
    often = {name for name, count in calls.counts.items() if count > calls.requests / 2} - {"epoll_wait"}
    assert often == {"recvfrom", "newfstatat", "openat", "pread64", "writev", "close"}
    beside = {name: calls.counts[name] - calls.requests for name in often}
    assert all(abs(count) <= 3 * (4 + 3) for count in beside.values()), "as connections begin and end"
    assert samples == [], "a diagnostic has no samples"


@needs_profile
def test_a_profile_has_the_stacks_of_server_and_load_tool(handlers: JobHandlers) -> None:
    found, _ = diagnostic(handlers, PROFILE, seconds=2)
    assert found.missing is None
    by_subject = {one.subject: one for one in found.profiles}
    assert set(by_subject) == {"a", "load"}
    server = by_subject["a"]
    assert server.cpu_s > 0
    assert sum(server.stacks.values()) > 10
    assert any("ngx_http_" in stack for stack in server.stacks)
    if server.kernel_names:
        assert any(stack.endswith(KERNEL) and "[kernel]" not in stack for stack in server.stacks)
    assert not any("0x" in stack for stack in server.stacks)


@needs_profile
def test_a_host_that_only_watches_looks_too(handlers: JobHandlers) -> None:
    handlers.setups.prepare([setup(text=conf("worker_processes 1;"))], lambda: False)
    work = WatchJob.model_validate({"trial_id": "t", "watch": ["a"], "max_s": 0.2, "diagnostic": PROFILE})
    found = handlers.watch(RunningJob(job_of(work)), work).diagnostic
    assert found is not None
    assert [one.subject for one in found.profiles] == ["a"]
    assert found.missing == "a: perf recorded no sample", "an idle server does nothing"


def test_without_perf_the_load_runs_and_the_reason_is_said(
    handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perf, "program", lambda: None)
    found, requests = diagnostic(handlers, PROFILE)
    assert requests > 0
    assert found.profiles == []
    assert found.missing == f"perf is not installed here; {perf.INSTALL}"


def test_without_the_right_the_reason_says_what_to_allow(
    fake_perf: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_perf("exit 0")
    monkeypatch.setattr(perf, "_may_attach", lambda: False)
    monkeypatch.setattr(perf, "_paranoid", lambda: 2)
    assert "perf_event_paranoid is 2" in perf.why_no_profile()
    assert "CAP_PERFMON" in perf.why_no_profile()
    for level in (1, 0):
        monkeypatch.setattr(perf, "_paranoid", lambda level=level: level)
        assert perf.why_no_profile() == ""
        assert "CAP_PERFMON" in perf.why_no_system_calls()


@pytest.mark.parametrize(
    ("body", "within_s", "said"),
    [
        ("echo 'Permission denied <b>' >&2; exit 255", 60, "perf could not attach: Permission denied <b>"),
        pytest.param("exit 0", 60, "perf could not attach: it printed nothing", marks=pytest.mark.exhaustive),
        ("exec sleep 60", 0.5, "perf did not attach in time"),
    ],
)
def test_a_perf_that_fails_harms_no_load(
    handlers: JobHandlers,
    fake_perf: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    body: str,
    within_s: float,
    said: str,
) -> None:
    monkeypatch.setattr(recording, "ATTACH_S", within_s)
    fake_perf(body)
    found, requests = diagnostic(handlers, PROFILE)
    assert requests > 0
    assert found.profiles == []
    assert found.missing is not None
    assert said in found.missing


@needs_profile
def test_data_that_breaks_off_is_said(handlers: JobHandlers, fake_perf: Callable[[str], None]) -> None:
    real = perf.program()
    fake_perf(f'if [ "$1" = record ]; then exec {real} "$@"; fi; echo "incompatible file" >&2; exit 1')
    found, _ = diagnostic(handlers, PROFILE)
    assert found.missing is not None
    assert "a: perf recorded no sample" in found.missing


@needs_profile
def test_a_cancelled_look_leaves_no_perf(handlers: JobHandlers) -> None:
    handlers.setups.prepare([setup(text=conf("worker_processes 1;"))], lambda: False)
    work = WatchJob.model_validate({"trial_id": "t", "watch": ["a"], "max_s": 60, "diagnostic": PROFILE})
    running = RunningJob(job_of(work))
    seen: list[int] = []

    def cancel(seconds: float) -> bool:
        seen.extend(p for p in procfs.all_pids() if str(handlers.folders.work) in procfs.command_line(p))
        running.cancel(Cancelled())
        return True

    running.wait = cancel
    begun = time.monotonic()
    with pytest.raises(JobFailed, match="cancelled"):
        handlers.watch(running, work)
    assert time.monotonic() - begun < 50, "not the minute that it would have looked"
    assert seen
    assert not any(procfs.is_running(pid) for pid in seen)
    assert list(handlers.folders.work.iterdir()) == []


def test_perf_is_where_the_tests_are_meant_to_look() -> None:
    """CI runs as root with perf: nothing of this file is skipped there."""
    assert shutil.which("prlimit")
