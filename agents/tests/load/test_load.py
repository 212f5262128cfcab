"""The load tools as the agent runs them, and what it says when that does not work."""

import re
import resource
import time
from pathlib import Path

import pytest

from agents.catalog.tools import LOAD_TOOLS
from agents.catalog.tools.ab import parse_percentiles
from agents.catalog.tools.wrk import Wrk
from agents.contract.jobs import MeasureJob, RestoreJob
from agents.contract.states import HostCondition
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.load import driver, execution
from agents.parse import NotAReport
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.confs import conf, setup
from agents.tests.jobs import job_of


def serve(handlers: JobHandlers, text: str | None = None) -> str:
    (done,) = handlers.setups.prepare([setup(text=text)], lambda: False)
    assert done.failure is None
    return done.urls[0]


def load(tool: str = "wrk", **more: object) -> Workload:
    return Workload.model_validate({"tool": tool, "connections": 4, **more})


def measure(handlers: JobHandlers, target: str, workload: Workload, **more: object):
    work = MeasureJob.model_validate({"trial_id": "t", "target": target, "workload": workload, **more})
    return handlers.measure(RunningJob(job_of(work)), work)


def test_wrk_keeps_the_printed_rate_and_takes_the_exact_times(handlers: JobHandlers, samples: list) -> None:
    report = measure(handlers, serve(handlers), load(duration_s=1), cpus="0", watch=["a"])
    assert report.load is not None
    assert report.window is not None
    figures = report.load.figures
    printed = re.search(r"Requests/sec:\s+(\S+)", report.load.stdout)
    exact = re.search(r'"99\.99":(\d+)', report.load.stdout)
    assert printed is not None
    assert exact is not None
    assert figures["requests_per_s"] == float(printed[1])
    assert report.load.latency is not None
    assert report.load.latency.printed["latency_p99_99"] == int(exact[1]) / 1e6
    assert report.load.latency.counted == figures["requests"]
    assert figures["failed_requests"] == 0
    assert report.load.argv[:4] == ["taskset", "-c", "0", "wrk"]
    assert report.window.own_cpu_s["a"] > 0
    assert report.window.own_cpu_s["load"] > 0
    assert 0 < samples[-1].series["cpu.0"][0] <= 1, "the share of the second that wrk's CPU was busy"
    stored = [batch.seq for batch in samples if not batch.is_live]
    assert stored == list(range(len(stored)))
    assert list(handlers.folders.work.iterdir()) == []


def test_a_tool_that_loads_on_after_its_end_gets_no_new_connection(
    handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "echo 'Stopped all clients for thread #0'; while :; do exec 3</dev/null; done"
    monkeypatch.setattr(driver, "make_argv", lambda *_: ["sh", "-c", script])
    report = measure(handlers, serve(handlers), load("h2load", duration_s=1, protocol="h1"))
    assert report.failure is not None
    assert re.fullmatch(r"h2load ended with exit status 2: sh: .*", report.failure.message)


def test_ab_takes_its_percentiles_in_microseconds(handlers: JobHandlers) -> None:
    report = measure(handlers, serve(handlers), load("ab", requests=3000))
    assert report.load is not None
    figures = report.load.figures
    assert figures["requests"] == 3000
    assert 0 < (figures["latency_p50"] or 0) < 0.1
    assert (figures["latency_p50"] or 0) <= (figures["latency_p99"] or 0) <= (figures["latency_max"] or 0)
    assert figures["latency_p99_9"] is None


def test_ab_runs_for_the_asked_time(handlers: JobHandlers) -> None:
    report = measure(handlers, serve(handlers), load("ab", duration_s=1))
    assert report.load is not None
    assert 0.9 < report.load.ended_at - report.load.started_at < 30, "a second, not until it is stopped"


def test_connections_close_when_keepalive_is_off(handlers: JobHandlers) -> None:
    text = conf(server='add_header X-C $http_connection; return 200 "x";')
    report = measure(handlers, serve(handlers, text), load(duration_s=1, keepalive=False), watch=["a"])
    assert report.load is not None
    assert "Connection: close" in report.load.argv
    assert report.window is not None
    assert report.window.time_wait is not None


def test_failed_requests_are_counted(handlers: JobHandlers) -> None:
    url = serve(handlers, conf(server="return 503;"))
    for workload in (load(duration_s=1), load("ab", requests=500)):
        report = measure(handlers, url, workload)
        assert report.load is not None
        assert report.load.figures["failed_requests"] == report.load.figures["requests"]
        assert report.load.probe is not None
        assert report.load.probe.status == 503


def test_nothing_listens(handlers: JobHandlers) -> None:
    with pytest.raises(JobFailed) as caught:
        measure(handlers, "http://127.0.0.1:1", load(duration_s=1))
    assert caught.value.code == "target_unreachable"


def test_the_tool_fails_with_its_own_words(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "make_argv", lambda *_: ["wrk", "-t1", "-c1", "-d1s", "http://127.0.0.1:1/"])
    report = measure(handlers, serve(handlers), load(duration_s=1))
    assert report.failure is not None
    assert report.failure.code == "tool_failed"
    assert "Connection refused" in report.failure.message
    assert report.load is not None
    assert report.load.exit_code == 1
    assert report.load.figures == {}


def test_a_tool_that_hangs_is_ended(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "make_argv", lambda *_: ["sleep", "60"])
    monkeypatch.setattr(Wrk, "max_run_s", lambda *_: 0.2)
    begun = time.monotonic()
    with pytest.raises(JobFailed, match="did not end in time"):
        measure(handlers, serve(handlers), load(duration_s=1))
    assert time.monotonic() - begun < 30, "not the minute that it would have slept"


def test_a_missing_tool(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "version_of", lambda *_: None)
    monkeypatch.setattr(execution, "_versions", {})
    with pytest.raises(JobFailed) as caught:
        measure(handlers, serve(handlers), load("ab", requests=100))
    assert caught.value.code == "tool_missing"


def test_more_connections_than_open_files(handlers: JobHandlers) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    try:
        with pytest.raises(JobFailed) as caught:
            measure(handlers, serve(handlers), load(connections=1000, duration_s=1))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert caught.value.code == "nofile"
    assert "512" in caught.value.message


def test_text_that_is_no_report_is_no_row_of_zeros(tmp_path: Path) -> None:
    with pytest.raises(NotAReport):
        driver.read_outcome(LOAD_TOOLS["wrk"], "Running 1s test", "", tmp_path, load(duration_s=1))


def test_abs_table_of_broken_rows() -> None:
    assert parse_percentiles("Percentage served,Time in ms\n50,0.098\n\nx\n99,y\n100,8.15") == {
        50: 0.000098,
        100: 0.00815,
    }


def test_a_host_where_something_stays_needs_a_restore_until_it_has_gone(
    handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore = RestoreJob()
    with monkeypatch.context() as patched:
        patched.setattr(handlers.processes, "end_leftovers", lambda: [4711])
        assert handlers.restore(RunningJob(job_of(restore)), restore).condition == HostCondition.NEEDS_RESTORE
    assert handlers.restore(RunningJob(job_of(restore)), restore).condition == HostCondition.CLEAN
