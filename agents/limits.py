"""Limits of single processes (open files, nice value): set, refused beforehand, read back."""

import os
import resource
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.failure import JobFailed


class ProcessLimits(NamedTuple):
    """Limits for a process; None: those of the agent itself.

    `hard_nofile` and `lowest_nice` are how far it may go by itself, where that is further.
    """

    nofile: int | None = None
    nice: int | None = None
    hard_nofile: int | None = None
    lowest_nice: int | None = None


def limit_command(argv: Sequence[str], limits: ProcessLimits) -> list[str]:
    command = list(argv)
    if limits.nice is not None:  # nice(1) counts from the value that the agent has itself
        step = limits.nice - os.getpriority(os.PRIO_PROCESS, 0)
        command = ["nice", "-n", str(step), *command]
    options = [*_nofile(limits), *_lowest_nice(limits)]
    return ["prlimit", *options, *command] if options else command


def _nofile(limits: ProcessLimits) -> list[str]:
    soft, hard = given_files(limits)
    current = resource.getrlimit(resource.RLIMIT_NOFILE)
    return [] if (soft, hard) == current else [f"--nofile={soft}:{hard}"]


def given_files(limits: ProcessLimits) -> tuple[int, int]:
    """Soft and hard limit of open files."""
    current = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = limits.nofile or current[0], limits.nofile or current[1]
    return soft, max(hard, min(limits.hard_nofile or 0, max_open_files()))


def may_go_down_to(nice: int) -> bool:
    """Whether a process without capabilities can give itself a nice value, once the agent has seen to it."""
    limit = resource.getrlimit(resource.RLIMIT_NICE)[0]
    is_unlimited = limit == resource.RLIM_INFINITY or procfs.has_capability(procfs.CAP_SYS_RESOURCE)
    return is_unlimited or nice >= 20 - limit


def _lowest_nice(limits: ProcessLimits) -> list[str]:
    """A process without capabilities may only go where its limit allows, which counts from 20 downwards."""
    if limits.lowest_nice is None or not procfs.has_capability(procfs.CAP_SYS_RESOURCE):
        return []
    return [f"--nice={20 - limits.lowest_nice}:{20 - limits.lowest_nice}"]


def weigh_session(pid: int, nice: int) -> None:
    """Give a whole session the nice value of its leader.

    Kernels that group processes by session (sched_autogroup_enabled) share CPUs out between sessions, and
    look at a process's own nice value only against others of its session: every child here has its own.
    """
    try:
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))
    except OSError:
        return  # no such grouping here, or the process is gone


def session_nice(pid: int) -> int | None:
    """The nice value of a process's session; None where this kernel does not group by session."""
    try:
        if Path("/proc/sys/kernel/sched_autogroup_enabled").read_text().strip() != "1":
            return None
        return int(Path(f"/proc/{pid}/autogroup").read_text().rpartition("nice ")[2])
    except (OSError, ValueError):
        return None


def check_limits(nofile: int | None, nice: int | None, subject: str) -> None:
    """Refuse limits that this agent may not give to a process; nice(1) would go on without them."""
    if nofile is not None and nofile > (limit := max_open_files()):
        raise JobFailed(
            "nofile", f"{subject}: this host's agent may give a process {limit} open files, not {nofile}"
        )
    if nice is not None and nice < (lowest := min_nice()):
        raise JobFailed(
            "nice",
            f"{subject}: the lowest nice value that this host's agent may give is {lowest}, not {nice}",
        )


def differing_limits(pid: int, limits: ProcessLimits) -> str | None:
    """Describe the limits of a process where they are not the requested ones; None when equal, or gone."""
    actual, nice = procfs.limits_of(pid), limits.nice
    if (
        actual
        and limits.nofile is not None
        and (actual.nofile_soft, actual.nofile_hard) != given_files(limits)
    ):
        had = f"it may open {actual.nofile_soft} files (hard limit {actual.nofile_hard})"
        return f"{had} instead of {limits.nofile}"
    if actual and nice is not None and actual.nice != nice:
        return f"its nice value is {actual.nice} instead of {nice}"
    return None


def differing_session(pid: int, nice: int | None) -> str | None:
    """Describe the nice value of a process's session that differs from its own at its start.

    nginx's worker_priority changes that of workers alone: their session keeps what its master was given.
    """
    if nice is not None and (of_session := session_nice(pid)) not in (None, nice):
        return f"the nice value of its session is {of_session} instead of {nice}"
    return None


def max_open_files() -> int:
    """The highest limit of open files that the agent can give to a child."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if not procfs.has_capability(procfs.CAP_SYS_RESOURCE):
        return hard
    try:
        return max(hard, int(Path("/proc/sys/fs/nr_open").read_text()))
    except (OSError, ValueError):
        return hard


def min_nice() -> int:
    """The lowest nice value that the agent can give to a child."""
    if procfs.has_capability(procfs.CAP_SYS_NICE):
        return -20
    limit = resource.getrlimit(resource.RLIMIT_NICE)[0]
    floor = -20 if limit == resource.RLIM_INFINITY else 20 - limit
    return max(-20, min(os.getpriority(os.PRIO_PROCESS, 0), floor))
