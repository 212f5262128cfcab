"""Other users of the CPUs during a window: the CPU time of every process, at its two ends."""

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from agents import procfs
from agents.contract.reports import ProcessTime
from agents.procfs import CLOCK_TICK_S

MIN_CPU_S = 0.02  # two ticks: less says nothing
MAX_NAMED = 16  # processes that are named
_KEEPS_SERVER, _AGENT = "backend.cli.embedded.supervisord", "agents.runner"  # modules, in command lines
_INTERPRETERS = ("python", "perl", "ruby", "node", "java")
_SERVES_INTERRUPTS = "ksoftirqd/"  # works for the traffic, not for one process


class ProcessSample(NamedTuple):
    """One process at one moment; `start` tells it from a later one with the same pid."""

    name: str
    session: int
    start: int
    cpu_s: float
    parent: int = 0


def read_processes() -> dict[int, ProcessSample]:
    """Every process by pid; those that end while it reads are left out."""
    return {int(pid): sample for pid in os.listdir("/proc") if pid.isdigit() and (sample := _read(pid))}


def _read(pid: str) -> ProcessSample | None:
    try:
        file = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
    except OSError:
        return None
    try:
        return parse_process(os.read(file, 1024).decode(errors="replace"))
    except (OSError, ValueError, IndexError):
        return None
    finally:
        os.close(file)


def parse_process(text: str) -> ProcessSample:
    """/proc/PID/stat; ValueError or IndexError for anything else. The name may hold blanks and brackets."""
    end = text.rindex(")")
    fields = text[end + 2 :].split()
    cpu_s = (int(fields[11]) + int(fields[12])) * CLOCK_TICK_S
    return ProcessSample(
        text[text.index("(") + 1 : end], int(fields[3]), int(fields[19]), cpu_s, int(fields[1])
    )


def describe_process(pid: int, name: str) -> str:
    """`python` → `python agents.runner`: an interpreter is named with what it runs."""
    if not name.startswith(_INTERPRETERS):
        return name
    arguments = procfs.command_line(pid).split()[1:]
    if "-m" in arguments[:-1]:
        return f"{name} {arguments[arguments.index('-m') + 1]}"
    script = next((a for a in arguments if not a.startswith("-")), "")
    return f"{name} {os.path.basename(script)}".strip()


def others_of(
    before: Mapping[int, ProcessSample],
    after: Mapping[int, ProcessSample],
    own_sessions: Collection[int],
    describe: Callable[[int, str], str] = describe_process,
) -> list[ProcessTime]:
    """CPU time between two readings of what is in no session of ours, busiest first."""
    cpu_s_of: dict[tuple[str, int, bool], float] = defaultdict(float)
    example_pid: dict[tuple[str, int, bool], int] = {}
    server_parts = find_server_parts(after, os.getpid())
    for pid, name, session, cpu_s in _cpu_growth(before, after):
        if session not in own_sessions and not name.startswith(_SERVES_INTERRUPTS):
            key = name, session, bool(server_parts.intersection(_lineage(after, pid)))
            cpu_s_of[key] += cpu_s
            example_pid[key] = pid
    busiest = sorted(((t, key) for key, t in cpu_s_of.items() if t >= MIN_CPU_S), reverse=True)[:MAX_NAMED]
    return [
        ProcessTime(
            name=describe(example_pid[key], key[0]), session=key[1], cpu_s=round(t, 3), of_server=key[2]
        )
        for t, key in busiest
    ]


def find_server_parts(
    processes: Mapping[int, ProcessSample],
    own_pid: int,
    command_line: Callable[[int], str] = procfs.command_line,
) -> set[int]:
    """The server's parts that `dyno up` keeps together with this agent; agents are none of them."""
    above = (pid for pid in _lineage(processes, own_pid) if _KEEPS_SERVER in command_line(pid))
    keeper = next(above, None)
    parts = [pid for pid, sample in processes.items() if keeper and sample.parent == keeper]
    return {pid for pid in parts if _AGENT not in command_line(pid)}


def _lineage(processes: Mapping[int, ProcessSample], pid: int) -> Iterator[int]:
    """A process, its parent, and so on."""
    walked_pids: set[int] = set()
    while pid in processes and pid not in walked_pids:
        walked_pids.add(pid)
        yield pid
        pid = processes[pid].parent


def _cpu_growth(
    before: Mapping[int, ProcessSample], after: Mapping[int, ProcessSample]
) -> Iterator[tuple[int, str, int, float]]:
    for pid, now in after.items():
        then = before.get(pid)
        earlier_s = then.cpu_s if then and then.start == now.start else 0.0
        yield pid, _group(now.name), now.session, now.cpu_s - earlier_s


def _group(name: str) -> str:
    """`kworker/0:1-events` and its like under one name."""
    return name.partition("/")[0] if name.startswith("kworker") else name
