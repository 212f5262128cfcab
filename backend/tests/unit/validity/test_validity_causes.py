"""Every rule that a test can provoke, with its real cause: real agent, load tool, nginx and kernel."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from agents import procfs
from agents.catalog.cpulist import format_cpu_list
from agents.contract.jobs import ApplyJob, CoolJob, Setting
from agents.contract.reports import Report
from agents.tests.agent_process import wait_until
from backend.tests.unit.validity.bench import Bench, findings, odd_server, start_bench, workload
from backend.validity import Expected, crowded_hosts
from backend.validity.finding import Finding

pytestmark = pytest.mark.slow
CAN_UNSHARE = os.geteuid() == 0 and shutil.which("unshare") is not None
needs_namespace = pytest.mark.skipif(not CAN_UNSHARE, reason="a network namespace needs root and unshare")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with start_bench() as started:
        yield started


@pytest.fixture(scope="module")
def alone() -> Iterator[Bench]:
    """In a network of its own, whose settings belong to the test."""
    with start_bench("unshare", "--net") as started:
        yield started


def during_load(bench: Bench, act: Callable[[int], object]) -> None:
    """Call `act` with the pid of wrk as soon as that runs."""

    def wrk() -> list[int]:
        return [p for p in procfs.children(bench.pid) if procfs.command_line(p).startswith("wrk ")]

    def watch() -> None:
        wait_until(wrk)
        act(wrk()[0])

    threading.Thread(target=watch, daemon=True).start()


def apply(bench: Bench, **values: str) -> None:
    settings = [
        Setting(kind="sysctl", name=name.replace("__", "."), value=value) for name, value in values.items()
    ]
    assert bench.do(ApplyJob(settings=settings)).failure is None


def test_a_good_trial_is_valid(bench: Bench) -> None:
    work = workload()
    report = bench.trial(bench.serve().urls[0], work)
    assert not [f for f in findings(report, work).values() if f.level == "invalid"]
    assert findings(report, work)["short"].level == "note"  # 1 s


@pytest.mark.parametrize(
    ("mode", "tool", "kind"),
    [
        ("error", "wrk", "status"),
        pytest.param("reset", "wrk", "read", marks=pytest.mark.exhaustive),
        pytest.param("short", "wrk", "read", marks=pytest.mark.exhaustive),
        ("short", "ab", "length"),
    ],
)
def test_a_backend_that_breaks_makes_a_trial_invalid(bench: Bench, mode: str, tool: str, kind: str) -> None:
    work = workload(tool, keepalive=tool == "wrk")  # ab waits half a minute for the rest of a kept body
    with odd_server(mode) as url:
        report = bench.trial(url, work)
    found = findings(report, work)["failed_requests"]
    assert found.level == "invalid"
    assert report.load is not None
    assert report.load.errors[kind]
    assert "failed_requests" not in findings(report, work, allowed_failures=0.5)


def test_a_server_without_room_for_all_connections_makes_a_trial_invalid(bench: Bench) -> None:
    work = workload(connections=64)
    report = bench.trial(bench.serve(connections=16).urls[0], work)
    assert findings(report, work)["failed_requests"].level == "invalid"


def test_more_connections_than_open_files_are_refused_with_both_numbers(bench: Bench) -> None:
    report = bench.trial(bench.serve().urls[0], workload(connections=200), nofile=100)
    assert report.failure is not None
    assert report.failure.code == "nofile"
    assert "200 connections" in report.failure.message
    assert "100" in report.failure.message


def test_a_load_tool_that_is_killed_is_a_failure_with_its_reason(bench: Bench) -> None:
    work = workload(duration_s=20)
    url = bench.serve().urls[0]
    during_load(bench, lambda wrk: os.kill(wrk, signal.SIGKILL))
    report = bench.trial(url, work)
    assert report.failure is not None
    assert (report.failure.code, report.failure.message) == (
        "tool_failed",
        "wrk ended with signal 9: it printed nothing",
    )


def test_a_smaller_page_on_one_of_two_hosts_makes_its_trial_invalid(bench: Bench) -> None:
    work = workload()
    with odd_server("page:732") as one, odd_server("page:615") as other:
        first, second = bench.trial(one, work), bench.trial(other, work)
    assert first.load is not None
    assert first.load.probe is not None
    expected = Expected("baseline", first.load.probe)
    assert "changed_body" not in findings(first, work, reference=expected)
    found = findings(second, work, reference=expected)["changed_body"]
    assert found.level == "invalid"
    assert found.message == "the answer has 615 bytes instead of the 732 that “baseline” was given"


def test_a_page_that_is_never_the_same_is_not_compared(bench: Bench) -> None:
    work = workload()
    with odd_server("changing") as url:
        first, second = bench.trial(url, work), bench.trial(url, work)
    assert first.load is not None
    assert first.load.probe is not None
    assert not first.load.probe.steady
    assert "changed_body" not in findings(second, work, reference=Expected("x", first.load.probe))


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs a CPU for the tool and one for nginx")
def test_a_load_tool_with_all_its_cpu_used_is_suspected(bench: Bench) -> None:
    """Large pages cost wrk more than nginx, which lets the kernel send the file."""
    one, other = sorted(os.sched_getaffinity(0))[:2]
    first = -20 if os.geteuid() == 0 else None  # before what else runs on this machine
    pages = {"index.html": 4_000_000}
    url = bench.serve("root html;", cpus=str(other), nice=first, pages=pages).urls[0]
    work = workload(connections=16, duration_s=3)
    reports: list[Report] = []
    found: Finding | None = None
    while found is None and len(reports) < 4:  # what else runs here may take the CPU for a while
        reports.append(bench.trial(url, work, cpus=str(one), nice=first, watch=["s"]))
        found = findings(reports[-1], work, load_cpus=1).get("generator_limited")
    assert found is not None
    assert found.level == "suspect"
    window = reports[-1].window
    assert window is not None
    assert window.measured_cpus in (None, format_cpu_list({one, other}))


def test_others_on_the_cpus_are_named(bench: Bench) -> None:
    work = workload(connections=1)
    url = bench.serve().urls[0]
    burn = "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass"
    neighbour = subprocess.Popen([sys.executable, "-c", burn])
    try:
        found = findings(bench.trial(url, work, watch=["s"]), work)["other_cpu"]
    finally:
        neighbour.kill()
        neighbour.wait()
    assert found.level == "suspect"
    assert "python" in found.message


@needs_namespace
def test_a_full_accept_queue_and_syn_cookies_are_seen(alone: Bench) -> None:
    apply(alone, net__core__somaxconn="8", net__ipv4__tcp_syncookies="2")
    served = alone.serve()
    work = workload(connections=64, keepalive=False, duration_s=2)
    worker = served.workers[0].pid

    def stop_for_a_moment(_: int) -> None:
        os.kill(worker, signal.SIGSTOP)
        threading.Timer(0.5, os.kill, (worker, signal.SIGCONT)).start()

    during_load(alone, stop_for_a_moment)
    found = findings(alone.trial(served.urls[0], work), work)
    assert found["listen_overflow"].level == "suspect"
    assert found["syn_cookies"].level == "suspect"
    alone.restore()


@needs_namespace
def test_a_setting_that_something_else_changes_makes_a_trial_invalid(alone: Bench) -> None:
    apply(alone, net__ipv4__tcp_fin_timeout="30")
    work = workload(duration_s=2)
    url = alone.serve().urls[0]
    enter = ["nsenter", "--net", f"--target={alone.pid}", "sysctl", "-qw"]
    during_load(alone, lambda _: subprocess.run([*enter, "net.ipv4.tcp_fin_timeout=45"], check=True))
    report = alone.trial(url, work)
    subprocess.run([*enter, "net.ipv4.tcp_fin_timeout=30"], check=True)
    found = findings(report, work)["settings_changed"]
    assert found.level == "invalid"
    assert "net.ipv4.tcp_fin_timeout on here was 45 instead of 30" in found.message
    alone.restore()


@needs_namespace
def test_closed_connections_crowd_a_host_until_it_has_cooled_down(alone: Bench) -> None:
    apply(alone, net__ipv4__ip_local_port_range="40000 40199")
    work = workload()
    url = alone.serve().urls[0]
    close_first = (
        "import socket, sys\n"
        "for _ in range(150): socket.create_connection(('127.0.0.1', int(sys.argv[1]))).close()"
    )
    port = url.rpartition(":")[2]
    enter = ["nsenter", "--net", f"--target={alone.pid}", sys.executable, "-c", close_first, port]
    subprocess.run(enter, check=True)
    report = alone.trial(url, work)
    assert findings(report, work)["ports"].level == "suspect"
    assert report.window is not None
    assert report.window.ports_after is not None
    assert report.window.ports_after.range == 200
    assert crowded_hosts({"h1": report.window}) == {"h1"}
    cooled = alone.do(CoolJob(max_s=0.6)).cooled
    assert cooled is not None
    assert cooled.waited_s >= 0.6
    assert cooled.after.is_crowded
    alone.restore()
    cooled = alone.do(CoolJob(max_s=30)).cooled  # the range is wide again: nothing to wait for
    assert cooled is not None
    assert cooled.waited_s < 15, "half of what it may wait"
