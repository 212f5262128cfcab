"""One execution of a load tool: checked before, timed, bounded, its output kept."""

import os
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents import procfs
from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.tool import LoadTool, Output
from agents.catalog.tools import LOAD_TOOLS
from agents.contract.probe import Probe
from agents.contract.reports import NOT_READY, TOOL_FAILED, LoadReport
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.limits import ProcessLimits, check_limits, differing_limits, differing_session
from agents.load import driver
from agents.load.gate import GATE, wait_command
from agents.load.row_commands import RowCommands
from agents.parse import NotAReport
from agents.processes import Child, Ended, Processes, affinity_of, check_cpus
from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spec import SandboxSpec

MAX_OUTPUT_BYTES = 256 * 1024  # bytes of each stream that are kept
_FLOOD_BYTES = 64 * 1024 * 1024
_LOOK_S = 1.0
_OVERTIME_LOOK_S = 0.01  # what is sent after the end is no load of the trial
_SETTLES_S = 1.0
_STARTS_S = 5.0

_versions: dict[str, str] = {}


class ToolFailed(JobFailed):
    """The tool ran and gave no figures; `load` is what it left."""

    def __init__(self, message: str, load: LoadReport) -> None:
        super().__init__(TOOL_FAILED, message, load.stderr or load.stdout)
        self.load = load


@dataclass(frozen=True)
class LoadTask:
    """Load to run; `folder` takes its output, and holds out/ for what the tool writes itself."""

    workload: Workload
    target: str
    cpus: str | None
    folder: Path
    nofile: int | None = None  # limit of open files of the tool
    nice: int | None = None
    sequence: Sequence[int] = ()  # of a mix
    stop_after_s: float | None = None  # ends a warm-up of a tool that has no duration
    is_gated: bool = False  # waits for other generators before its first request

    @property
    def sandbox_spec(self) -> SandboxSpec:
        return SandboxSpec(writable=(self.folder / "out",), readable=(self.folder,))


@dataclass(frozen=True)
class Execution:
    """One run of the tool that has ended; times are epoch seconds of the control plane.

    `stopped`: by the agent, because its time was up. `clock_ahead_s`: this host's own clock minus the
    control plane's, for a tool that notes its own times.
    """

    argv: list[str]
    end: Ended
    started_at: float
    ended_at: float
    probe: Probe | None
    is_stopped: bool = False
    clock_ahead_s: float = 0.0


def check_tool(task: LoadTask, read_output: Output) -> LoadTool:
    """The tool, when it is installed and this host lets it do what is asked; `said` runs a program."""
    workload, tool = task.workload, LOAD_TOOLS[task.workload.tool]
    version = driver.version_of(tool, read_output) if tool.name not in _versions else _versions[tool.name]
    if version is None:
        raise JobFailed("tool_missing", f"{tool.name} is not installed on this host")
    _versions[tool.name] = version
    check_cpus(task.cpus, f"CPU list of {tool.name}")
    check_limits(task.nofile, task.nice, tool.name)
    soft = task.nofile or resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if tool.files_needed(workload) > soft:
        source = "load.limits.nofile" if task.nofile else "ulimit -n"
        raise JobFailed(
            "nofile",
            f"{workload.connections} connections need {tool.files_needed(workload)} open files; "
            f"this host allows {soft} ({source})",
        )
    return tool


def start(tool: LoadTool, task: LoadTask, processes: Processes) -> Child:
    argv = driver.make_argv(tool, task.workload, task.target + task.workload.path, task.folder, task.sequence)
    if task.is_gated:
        os.mkfifo(task.folder / GATE)
        argv = argv if tool.waits_inside else wait_command(argv)
    for file in task.folder.glob("*.*"):
        processes.sandbox.account.lend(file)
    with (task.folder / "stdout").open("wb") as out, (task.folder / "stderr").open("wb") as err:
        return processes.start(
            argv,
            stdout=out,
            stderr=err,
            cwd=task.folder,
            spec=task.sandbox_spec,
            cpus=task.cpus,
            limits=ProcessLimits(task.nofile, task.nice),
        )


def report_of(tool: LoadTool, task: LoadTask, run: Execution, commands: RowCommands) -> LoadReport:
    """Read what the tool left; figures unless it was stopped. ToolFailed when it died or said nothing."""
    is_whole = run.end.exit_code == 0 and not run.is_stopped
    if is_whole and (argv := tool.report_argv(driver.OUT)):
        commands.print_report(argv, task.folder)
    stdout, stderr = read_output(task.folder / "stdout"), read_output(task.folder / "stderr")
    report = LoadReport(
        argv=run.argv,
        version=_versions[tool.name],
        exit_code=run.end.exit_code,
        signal=run.end.signal,
        stdout=stdout,
        stderr=stderr,
        started_at=run.started_at,
        ended_at=run.ended_at,
        probe=run.probe,
    )
    if run.is_stopped:
        return report
    if run.end.exit_code != 0:
        raise ToolFailed(f"{tool.name} ended with {_describe_end(run.end)}: {_last(stderr)}", report)
    try:
        with commands.rows(tool.rows_argv(driver.OUT), task.folder) as rows:
            outcome = driver.read_outcome(tool, stdout, stderr, task.folder, task.workload, rows)
    except NotAReport as error:
        raise ToolFailed(f"{tool.name} gave no report: {error}", report) from error
    started_at, ended_at = _true_span(task, run, outcome.span)
    return report.model_copy(
        update={
            "started_at": started_at,
            "ended_at": ended_at,
            "figures": outcome.figures,
            "errors": outcome.errors,
            "warnings": outcome.warnings,
            "latency": outcome.latency,
            "pace": outcome.pace,
        }
    )


def _true_span(task: LoadTask, run: Execution, span: tuple[float, float] | None) -> tuple[float, float]:
    """Start and end of one of several generators, as it noted them where that can be."""
    begin, end = (at - run.clock_ahead_s for at in span or (0.0, 0.0))
    is_likely = run.started_at - _SETTLES_S <= begin <= end <= run.ended_at + _SETTLES_S
    return (begin, end) if task.is_gated and is_likely else (run.started_at, run.ended_at)


def wait(
    tool: LoadTool,
    tasks: Sequence[LoadTask],
    children: Sequence[Child],
    sandbox: Sandbox,
    look: Callable[[], None],
) -> tuple[list[Ended], bool]:
    """Wait for the end of all generators and tell whether they were stopped as ordered.

    JobFailed when one hangs or they print too much. `look` is called every second or more often meanwhile.
    """
    begin, stop_after_s = time.monotonic(), tasks[0].stop_after_s
    limit = max(tool.max_run_s(t.workload) for t in tasks) if stop_after_s is None else stop_after_s
    deadline = begin + limit
    if not tasks[0].is_gated:
        check_effective(tasks[0], children[0], sandbox)
    while running := [child for child in children if child.ended is None]:
        now = time.monotonic()
        until_overtime = begin + (tasks[0].workload.duration_s or limit) - now
        if running[0].wait(min(_LOOK_S, deadline - now, max(_OVERTIME_LOOK_S, until_overtime))):
            continue
        for task, child in zip(tasks, children, strict=True):
            if child in running and tool.loads_on(task.workload, read_output(task.folder / "stdout")):
                sandbox.forbid_files(child.pid)  # without a new connection it ends, with its report
        look()
        largest = max(tasks, key=_output_size)
        is_flood = sum(map(_output_size, tasks)) > _FLOOD_BYTES or any(
            driver.has_written_too_much(tool, task.workload, task.folder) for task in tasks
        )
        if is_flood or time.monotonic() >= deadline:
            for child in running:
                child.stop()
            ends = [child.ended for child in children if child.ended]
            if not is_flood and stop_after_s is not None and len(ends) == len(children):
                return ends, True
            reason = "wrote too much" if is_flood else "did not end in time"
            raise JobFailed(TOOL_FAILED, f"{tool.name} {reason}", read_output(largest.folder / "stderr"))
    return [child.ended for child in children if child.ended], False


def _output_size(task: LoadTask) -> int:
    return sum((task.folder / name).stat().st_size for name in ("stdout", "stderr"))


def check_effective(task: LoadTask, child: Child, sandbox: Sandbox) -> None:
    """Read back what the tool really has: taskset drops CPUs that it may not give, nice goes on without."""
    deadline = time.monotonic() + _SETTLES_S
    while child.wait(0.05) is None:
        missing = sandbox.missing(child.pid, task.sandbox_spec)
        problem = f"its sandbox lacks: {missing}" if missing else _problem(task, child.pid)
        if problem is None:
            return
        is_started, late_s = _is_started(child), time.monotonic() - deadline
        if late_s > (0 if is_started else _STARTS_S):
            child.stop()
            if not is_started:
                raise JobFailed(NOT_READY, f"the load tool did not start within {_SETTLES_S + _STARTS_S:g} s")
            code, but = ("sandbox", "") if missing else ("effective_differs", "but ")
            raise JobFailed(code, f"the load tool runs, {but}{problem}")


def _is_started(child: Child) -> bool:
    """Whether the commands before the tool have done: its command line is all that is left."""
    arguments = procfs.arguments(child.pid)
    return bool(arguments) and child.argv[-len(arguments) :] == arguments


def _problem(task: LoadTask, pid: int) -> str | None:
    affinity = affinity_of(pid) if task.cpus else None
    if task.cpus and affinity and affinity != parse_cpu_list(task.cpus):
        return f"it may use CPUs {format_cpu_list(affinity)} instead of {task.cpus}"
    differs = differing_limits(pid, ProcessLimits(task.nofile, task.nice))
    return differs or differing_session(pid, task.nice)


def read_output(path: Path) -> str:
    """The beginning and the end of an output, when it is too long for all of it."""
    with path.open("rb") as file:
        size = path.stat().st_size
        if size <= MAX_OUTPUT_BYTES:
            return file.read().decode(errors="replace")
        head = file.read(MAX_OUTPUT_BYTES // 2)
        file.seek(size - MAX_OUTPUT_BYTES // 2)
        return (head + b"\n[...]\n" + file.read()).decode(errors="replace")


def _describe_end(end: Ended) -> str:
    return f"signal {end.signal}" if end.signal else f"exit status {end.exit_code}"


def _last(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it printed nothing"
