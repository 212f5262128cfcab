"""Several generators of one load on this host: held until all are ready, let go together, merged."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from agents.catalog.tool import LoadTool
from agents.contract.counters import GeneratorCounts
from agents.contract.generators.merging import merge_loads
from agents.contract.generators.shares import rotate, split_cpus
from agents.contract.reports import NOT_READY, TOOL_FAILED, LoadReport
from agents.failure import JobFailed
from agents.load import execution
from agents.load.execution import Execution, LoadTask, ToolFailed
from agents.load.gate import Gate
from agents.load.row_commands import RowCommands
from agents.processes import Child, Processes

READY_S = 30.0
_POLL_S = 0.005


def divide(task: LoadTask, make_folder: Callable[[str], Path]) -> list[LoadTask]:
    """A task for each generator, in a folder of its own; a single one is the task itself."""
    workload, count = task.workload, task.workload.processes
    if count == 1:
        return [task]
    cpu_lists = split_cpus(task.cpus, count, workload.threads)
    return [
        replace(
            task,
            workload=share,
            cpus=cpus,
            folder=make_folder(str(number + 1)),
            sequence=rotate(task.sequence, number, count * workload.threads),
            is_gated=True,
        )
        for number, (share, cpus) in enumerate(zip(workload.shares(), cpu_lists, strict=True))
    ]


def start(
    tool: LoadTool,
    tasks: Sequence[LoadTask],
    processes: Processes,
    on_start: Callable[[Child], None],
    await_signal: Callable[[Callable[[], None]], None] | None = None,
) -> list[Child]:
    """Start all of them; several send nothing before all are ready. `on_start` gets each child at once.

    `await_signal` waits for the moment to begin where other hosts load too; it calls what it is given
    meanwhile, which fails when a generator has ended.
    """
    children: list[Child] = []
    for task in tasks:
        children.append(execution.start(tool, task, processes))
        on_start(children[-1])
    if not tasks[0].is_gated:
        return children
    gates = [Gate(task.folder) for task in tasks]
    commands = RowCommands(processes, on_start)
    try:
        _wait_until_ready(tool, tasks, children, gates, commands)
        for task, child in zip(tasks, children, strict=True):
            execution.check_effective(task, child, processes.sandbox)
        if await_signal:
            await_signal(lambda: _require_alive(tool, tasks, children, range(len(tasks)), commands))
    finally:
        _open_gates(gates, sum(task.workload.rate or 0 for task in tasks))
    return children


def _open_gates(gates: Sequence[Gate], rate: int) -> None:
    """Let all generators go: at once, or at a fixed rate one interval of it apart."""
    begin = time.monotonic()
    for number, gate in enumerate(gates):
        if rate:
            time.sleep(max(0.0, begin + number / rate - time.monotonic()))
        gate.open()


def _wait_until_ready(
    tool: LoadTool,
    tasks: Sequence[LoadTask],
    children: Sequence[Child],
    gates: Sequence[Gate],
    commands: RowCommands,
) -> None:
    deadline = time.monotonic() + READY_S
    while late := [number for number, gate in enumerate(gates) if not gate.is_reached()]:
        _require_alive(tool, tasks, children, late, commands)
        if time.monotonic() > deadline:
            log = execution.read_output(tasks[late[0]].folder / "stderr")
            text = f"{_name(tasks, late[0])}{tool.name} was not ready within {READY_S:g} s"
            raise JobFailed(NOT_READY, text, log)
        time.sleep(_POLL_S)


def _require_alive(
    tool: LoadTool,
    tasks: Sequence[LoadTask],
    children: Sequence[Child],
    numbers: Iterable[int],
    commands: RowCommands,
) -> None:
    """JobFailed when one of these generators has ended before its start."""
    for number in numbers:
        if (end := children[number].wait(0)) is not None:
            now = time.time()
            run = Execution(children[number].argv, end, now, now, None)
            report_of_one(tool, tasks, number, run, commands)  # explains it where it can
            raise JobFailed(TOOL_FAILED, f"{_name(tasks, number)}{tool.name} ended before its start")


def report_of_one(
    tool: LoadTool, tasks: Sequence[LoadTask], number: int, run: Execution, commands: RowCommands
) -> LoadReport:
    """The report of one generator; ToolFailed names it."""
    try:
        return execution.report_of(tool, tasks[number], run, commands)
    except ToolFailed as error:
        raise ToolFailed(f"{_name(tasks, number)}{error.message}", error.load) from error


def report_of(
    tool: LoadTool, tasks: Sequence[LoadTask], runs: Sequence[Execution], commands: RowCommands
) -> tuple[LoadReport, list[GeneratorCounts]]:
    """The report of all together, and where there are several the figures of each."""
    loads = [report_of_one(tool, tasks, number, run, commands) for number, run in enumerate(runs)]
    counts = [
        GeneratorCounts(
            started_at=load.started_at,
            ended_at=load.ended_at,
            cpu_s=run.end.cpu_s,
            threads=task.workload.threads,
            connections=task.workload.connections,
            cpus=task.cpus,
            figures=load.figures,
        )
        for task, run, load in zip(tasks, runs, loads, strict=True)
    ]
    return merge_loads(loads), counts if tasks[0].is_gated else []


def _name(tasks: Sequence[LoadTask], number: int) -> str:
    return f"generator {number + 1} of {len(tasks)}: " if len(tasks) > 1 else ""
