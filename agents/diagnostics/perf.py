"""perf(1): where it is, whether this agent may use it, and what to do where not."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from agents import procfs
from agents.observe.host_text import text_of

INSTALL = "install it: apt-get install linux-perf (Debian) or linux-tools-$(uname -r) (Ubuntu)"
ENVIRONMENT = {"LANG": "C", "HOME": "/nonexistent", "PERF_CONFIG": "/dev/null", "DEBUGINFOD_URLS": ""}
"""Nothing of the agent's own: no settings of a person, and no symbols from the network."""
_TOOLS = Path("/usr/lib")
_PARANOID = "/proc/sys/kernel/perf_event_paranoid"
_EVENT = "events/raw_syscalls/sys_enter/id"
_TRACING = (Path("/sys/kernel/tracing"), Path("/sys/kernel/debug/tracing"))


@cache
def program() -> str | None:
    """Its path. Ubuntu's is a script that wants the running kernel's tools: another's do as well."""
    default_path = shutil.which("perf")
    tool_paths = sorted(_TOOLS.glob("linux-*tools*/**/perf"), key=str, reverse=True)
    return next((path for path in filter(None, [default_path, *map(str, tool_paths)]) if _works(path)), None)


def _works(path: str) -> bool:
    try:
        return subprocess.run([path, "version"], capture_output=True, timeout=5).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def why_no_profile() -> str:
    """Explain why this agent cannot sample stacks, and what to do; empty: it can."""
    if program() is None:
        return f"perf is not installed here; {INSTALL}"
    level = _paranoid()
    if _may_attach() or level <= 1:
        return ""
    return (
        f"kernel.perf_event_paranoid is {level} and this agent has not CAP_PERFMON: run it as root, give it "
        "CAP_PERFMON and CAP_SYSLOG, or set kernel.perf_event_paranoid to 1"
    )


def why_no_system_calls() -> str:
    """Explain why this agent cannot count system calls, and what to do; empty: it can."""
    if program() is None:
        return f"perf is not installed here; {INSTALL}"
    if not (_may_attach() or _paranoid() < 0):
        return "this agent has not CAP_PERFMON: run it as root, or give it CAP_PERFMON"
    if not _sees_events() and not (procfs.has_capability(procfs.CAP_SYS_ADMIN) and _TRACING[0].is_dir()):
        return (
            "/sys/kernel/tracing cannot be read: run the agent as root, "
            "and mount it: mount -t tracefs tracefs /sys/kernel/tracing"
        )
    return ""


def with_events(words: Sequence[str]) -> list[str]:
    """The same command; where the kernel's events are not mounted, with a mount that nobody else sees."""
    if _sees_events():
        return list(words)
    mount = f'mount -t tracefs tracefs {_TRACING[0]} && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", mount, "sh", *words]


def _sees_events() -> bool:
    return any(os.access(place / _EVENT, os.R_OK) for place in _TRACING)


def _may_attach() -> bool:
    return procfs.has_capability(procfs.CAP_PERFMON) or procfs.has_capability(procfs.CAP_SYS_ADMIN)


def _paranoid() -> int:
    try:
        return int(text_of(_PARANOID))
    except ValueError:
        return 4  # a kernel without the file has no perf events
