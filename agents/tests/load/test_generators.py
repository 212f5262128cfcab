"""Several wrk on one host: held, started together, merged; and generators that do not behave."""

from math import ceil
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from agents.catalog.histogram import decode, middle_of
from agents.catalog.metrics import SHARES
from agents.catalog.tool import LoadTool
from agents.catalog.tools.h2load.log import span
from agents.catalog.tools.wrk import Wrk
from agents.contract.generators.merging import MAX_OUTPUT
from agents.contract.jobs import MeasureJob
from agents.contract.reports import NOT_READY, TOOL_FAILED, Report
from agents.failure import Cancelled, JobFailed
from agents.load import driver, generators
from agents.load.execution import LoadTask
from agents.processes import Child
from agents.runner.job_handlers import JobHandlers
from agents.runner.running_job import RunningJob
from agents.tests.jobs import job_of
from agents.tests.load.test_load import load, measure, serve


def generators_of(report: Report) -> Any:
    assert report.failure is None
    assert report.window is not None
    return report.window.generators


def test_several_generators_count_as_one(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    each: list[dict[int, int]] = []
    merge = generators.merge_loads

    def merge_and_note(loads: Any) -> Any:
        each.extend(dict(decode(generator.latency.histogram).cells) for generator in loads)
        return merge(loads)

    monkeypatch.setattr(generators, "merge_loads", merge_and_note)
    workload = load(duration_s=2, connections=14, threads=2, processes=4)
    report = measure(handlers, serve(handlers), workload, watch=["a"])
    counts = generators_of(report)
    assert [generator.connections for generator in counts] == [4, 4, 4, 2], "in multiples of the threads"
    assert report.load is not None
    figures = report.load.figures
    requests = [generator.figures["requests"] for generator in counts]
    assert min(requests) > 0
    assert figures["requests"] == sum(requests)
    rates = [
        generator.figures["requests"] / (generator.ended_at - generator.started_at) for generator in counts
    ]
    assert figures["requests_per_s"] == pytest.approx(sum(rates), rel=1e-3)
    assert report.window is not None
    served = report.window.servers["a"].requests
    assert served is not None
    assert abs(served - sum(requests)) <= 14 + 0.001 * served, "nginx counted as many"
    raw = sorted(middle_of(cell) for cells in each for cell, count in cells.items() for _ in range(count))
    for name, share in SHARES.items():
        nearest_rank = raw[ceil(share * len(raw) - 1e-9 * len(raw)) - 1] / 1e6
        assert figures[name] == pytest.approx(nearest_rank, rel=0.001, abs=1e-6)
    assert figures["latency_mean"] == pytest.approx(sum(raw) / len(raw) / 1e6, rel=0.001)
    assert figures["latency_max"] == max(generator.figures["latency_max"] for generator in counts)
    overlap = min(generator.ended_at for generator in counts) - max(
        generator.started_at for generator in counts
    )
    assert overlap > 0, "no generator waited for the end of another"
    assert all(generator.cpu_s > 0 for generator in counts)
    assert report.load.stdout.count("# generator ") == 4
    assert "start.gate" not in report.load.stdout
    assert list(handlers.folders.work.iterdir()) == []


def test_one_that_dies_at_once_ends_all(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = driver.make_argv

    def argv_of(tool: LoadTool, workload: Any, url: str, folder: Path, *more: Any) -> list[str]:
        return (
            ["sh", "-c", "echo no luck >&2; exit 3"]
            if folder.name == "2"
            else argv(tool, workload, url, folder, *more)
        )

    monkeypatch.setattr(driver, "make_argv", argv_of)
    with pytest.raises(JobFailed, match=r"generator 2 of 3: wrk ended with exit status 3: no luck") as caught:
        measure(handlers, serve(handlers), load(duration_s=30, processes=3))
    assert caught.value.code == TOOL_FAILED


def test_one_that_never_gets_ready_ends_all(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = driver.make_argv

    def argv_of(tool: LoadTool, workload: Any, url: str, folder: Path, *more: Any) -> list[str]:
        words = argv(tool, workload, url, folder, *more)
        return ["sleep", "60"] if folder.name == "1" else words

    monkeypatch.setattr(driver, "make_argv", argv_of)
    monkeypatch.setattr(generators, "READY_S", 0.5)
    with pytest.raises(JobFailed, match=r"generator 1 of 2: wrk was not ready within 0.5 s") as caught:
        measure(handlers, serve(handlers), load(duration_s=30, processes=2))
    assert caught.value.code == NOT_READY


def test_outputs_of_all_have_one_room(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool that cannot wait by itself waits in a shell; its output is cut, its figures are read before."""
    argv = driver.make_argv
    flood = 'head -c 200000 /dev/zero | tr \'\\0\' x >&2; exec "$0" "$@"'

    def argv_of(tool: LoadTool, workload: Any, url: str, folder: Path, *more: Any) -> list[str]:
        words = argv(tool, workload, url, folder, *more)
        hook = folder / "done.lua"
        hook.write_text(hook.read_text().replace("start.gate", "no.gate"))
        return ["sh", "-c", flood, *words]

    monkeypatch.setattr(driver, "make_argv", argv_of)
    monkeypatch.setattr(Wrk, "waits_inside", False)
    report = measure(handlers, serve(handlers), load(duration_s=1, processes=3))
    assert report.load is not None
    assert (report.load.figures["requests"] or 0) > 0
    assert len(report.load.stderr) < MAX_OUTPUT + 5000
    assert len(generators_of(report)) == 3


def test_h2load_waits_before_it_is_run(handlers: JobHandlers) -> None:
    workload = load("h2load", duration_s=1, processes=3, connections=6, protocol="h1")
    report = measure(handlers, serve(handlers), workload, watch=["a"])
    counts = generators_of(report)
    assert report.load is not None
    assert report.load.figures["requests"] == sum(generator.figures["requests"] for generator in counts) > 0
    assert report.load.latency is not None
    assert report.load.latency.counted == report.load.figures["requests"]
    assert min(generator.ended_at for generator in counts) > max(generator.started_at for generator in counts)


def test_the_log_of_h2load_says_when_it_began_and_ended() -> None:
    rows = b"1000000\t200\t10\n1200000\t-1\t5\n"
    assert span(rows, "0\t200\t7\n2000000\t200\t500000\n") == (1.0, 2.5)
    for start, end in ((b"", ""), (rows, "2000000\t200"), (b"x\t1\t1\n", "1\t200\t1\n")):
        assert span(start, end) is None


def test_a_flood_of_one_ends_all(handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "make_argv", lambda *_: ["sh", "-c", "read -r _ <start.gate; exec yes"])
    monkeypatch.setattr(generators.execution, "_FLOOD_BYTES", 1_000_000)
    with pytest.raises(JobFailed, match="wrote too much"):
        measure(handlers, serve(handlers), load(duration_s=30, processes=2))


def test_a_cancel_ends_generators_that_still_wait(
    handlers: JobHandlers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "make_argv", lambda *_: ["sleep", "60"])
    work = MeasureJob(trial_id="t", target=serve(handlers), workload=load(duration_s=30, processes=2))
    running = RunningJob(job_of(work))
    children: list[Child] = []
    attach = running.attach

    def attach_and_cancel(child: Child) -> None:
        attach(child)
        children.append(child)
        if len(children) == 2:
            Thread(target=running.cancel, args=[Cancelled()]).start()

    monkeypatch.setattr(running, "attach", attach_and_cancel)
    with pytest.raises(JobFailed):
        handlers.measure(running, work)
    assert running.is_cancelled()
    assert all(child.ended for child in children)
    assert list(handlers.folders.work.iterdir()) == []


def test_each_generator_begins_at_its_own_part_of_a_mix(tmp_path: Path) -> None:
    mix = [{"path": f"/{n}"} for n in range(4)]
    workload = load(duration_s=1, processes=2, mix=mix)
    task = LoadTask(workload, "http://127.0.0.1:1", None, tmp_path, sequence=[0, 1, 2, 3])
    first, second = generators.divide(task, lambda name: tmp_path / name)
    assert (list(first.sequence), list(second.sequence)) == ([0, 1, 2, 3], [2, 3, 0, 1])
