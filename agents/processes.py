"""Child processes that never outlive the agent: own session, argument lists, exact CPU time.

Three safeguards: the kernel signals each child when the agent dies (setpriv --pdeathsig), every child is
recorded on disk until it is gone, and the next start of the agent ends what the record still names.
All of them but perf are nginx or load tools, and start in the agent's sandbox.
"""

import contextlib
import json
import logging
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from agents import procfs
from agents.catalog.cpulist import format_cpu_list, parse_cpu_list, pin_command
from agents.failure import JobFailed
from agents.limits import ProcessLimits, limit_command, weigh_session
from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spawn import spawn
from agents.sandbox.spec import SandboxSpec

log = logging.getLogger(__name__)


class Ended(NamedTuple):
    exit_code: int | None
    signal: int | None
    cpu_s: float


class Child:
    """One running child, leader of its own session; safe to wait for and stop from several threads."""

    def __init__(self, popen: subprocess.Popen[bytes], argv: list[str], record: Path) -> None:
        self.pid, self.argv = popen.pid, argv
        self._popen, self._record = popen, record
        self._lock = threading.Lock()
        self._pidfd = os.pidfd_open(popen.pid)
        self.ended: Ended | None = None

    def wait(self, timeout: float | None) -> Ended | None:
        """Wait at most `timeout` seconds for the end; None while it still runs."""
        if self.ended is None:
            poll = select.poll()
            poll.register(self._pidfd, select.POLLIN)
            poll.poll(None if timeout is None else max(0.0, timeout) * 1000)
            self._reap()
        return self.ended

    def stop(self, grace: float = 0.5) -> None:
        """TERM to the whole group, KILL to what is left after `grace` seconds.

        The record stays as long as anything of the group does: `end_leftovers` tries again.
        """
        self._signal_group(signal.SIGTERM)
        if self.wait(grace) is None or self.session_members():
            self._signal_group(signal.SIGKILL)
            self.wait(1.0)
        deadline = time.monotonic() + 1.0
        while self.ended is None or self.session_members():
            if time.monotonic() > deadline:
                return
            time.sleep(0.01)
        self._record.unlink(missing_ok=True)

    def cpu_seconds(self) -> float:
        return self.ended.cpu_s if self.ended else procfs.cpu_seconds(self.pid)

    def __del__(self) -> None:
        os.close(self._pidfd)  # not earlier: another thread may be polling it

    def session_members(self) -> list[int]:
        """List the processes left of the session; only then is a walk through all of /proc worth it."""
        if self._is_number_taken():
            return []
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return []
        except PermissionError:
            pass
        return procfs.session_members(self.pid)

    def _is_number_taken(self) -> bool:
        """Whether another process has its pid now: then nothing of its session is left."""
        return self.ended is not None and procfs.start_ticks(self.pid) is not None

    def _signal_group(self, number: int) -> None:
        if self._is_number_taken():
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def _reap(self) -> None:
        with self._lock:
            if self.ended is not None:
                return
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid == 0:
                return
            code = os.waitstatus_to_exitcode(status)
            self._popen.returncode = code
            self.ended = Ended(
                code if code >= 0 else None, -code if code < 0 else None, usage.ru_utime + usage.ru_stime
            )


class Processes:
    """Starts children and keeps the record of them in one folder."""

    def __init__(self, folder: Path, sandbox: Sandbox) -> None:
        self._folder, self.sandbox = folder, sandbox
        folder.mkdir(parents=True, exist_ok=True)

    def start(
        self,
        argv: Sequence[str],
        *,
        stdout: IO[bytes],
        stderr: IO[bytes],
        cwd: Path,
        spec: SandboxSpec,
        cpus: str | None = None,
        limits: ProcessLimits = ProcessLimits(),
        on_agent_death: str = "KILL",
    ) -> Child:
        """Start a child. `argv` of the result is what was run, without the sandbox and the tie to the agent.

        `check_limits` says before whether this agent may give the limits, `differing_limits` afterwards
        whether it has them, `sandbox.missing` what does not stand round it.
        """
        command_of = partial(_start_command, limits=limits, cpus=cpus)
        try:
            popen = self.sandbox.start(
                argv,
                spec,
                on_agent_death=on_agent_death,
                around=command_of,
                stdout=stdout,
                stderr=stderr,
                cwd=cwd,
            )
        except OSError as error:
            raise JobFailed("tool_missing", f"{argv[0]} cannot be started: {error}") from error
        if limits.nice is not None:
            weigh_session(popen.pid, limits.nice)
        return Child(popen, command_of(argv), self._record(popen.pid))

    def start_outside(self, argv: Sequence[str], *, environment: Mapping[str, str], **options: Any) -> Child:
        """Start a program of the agent's own, with its privileges: perf, which a sandbox would leave nothing.

        `options` are Popen's. OSError when it cannot be started.
        """
        command = ["setpriv", "--pdeathsig", "KILL", "--", *argv]
        popen = spawn(lambda: None, command, stdin=subprocess.DEVNULL, env=dict(environment), **options)
        return Child(popen, list(argv), self._record(popen.pid))

    def _record(self, pid: int) -> Path:
        fields = {"pid": pid, "start": procfs.start_ticks(pid) or 0, "boot": procfs.boot_id()}
        record = self._folder / f"{pid}.json"
        record.write_text(json.dumps(fields))
        return record

    def run(
        self, argv: Sequence[str], spec: SandboxSpec = SandboxSpec(), timeout: float = 10
    ) -> subprocess.CompletedProcess[bytes]:
        """A child that ends by itself, with what it printed. OSError, or TimeoutExpired once it is killed."""
        pipe = subprocess.PIPE
        with self.sandbox.start(argv, spec, stdout=pipe, stderr=pipe, cwd="/") as popen:
            try:
                out, err = popen.communicate(timeout=timeout)
            except BaseException:
                popen.kill()
                raise
        return subprocess.CompletedProcess(list(argv), popen.returncode, out, err)

    def output_of(self, argv: Sequence[str]) -> str:
        """Standard output and error of a program that ends by itself; empty when it cannot be run."""
        try:
            process = self.run(argv)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return (process.stdout + process.stderr).decode(errors="replace")

    def end_leftovers(self) -> list[int]:
        """End what an earlier agent left behind; returns the pids that would not go."""
        stubborn: list[int] = []
        for record in self._folder.glob("*.json"):
            alive = _end_session(record)
            stubborn += alive
            if not alive:
                record.unlink(missing_ok=True)
        return stubborn


def _start_command(argv: Sequence[str], limits: ProcessLimits, cpus: str | None) -> list[str]:
    return pin_command(limit_command(argv, limits), cpus)


def check_cpus(cpus: str | None, subject: str) -> None:
    """Refuse a CPU list that this host cannot keep; taskset would drop the missing CPUs silently."""
    if not cpus:
        return
    try:
        cpu_set = parse_cpu_list(cpus)
    except ValueError as error:
        raise JobFailed("bad_cpus", f"{subject}: {error}") from error
    missing = cpu_set - online_cpus()
    if missing:
        raise JobFailed(
            "bad_cpus",
            f"{subject}: this host has no CPU {format_cpu_list(missing)}, "
            f"only {format_cpu_list(online_cpus())}",
        )


def affinity_of(pid: int) -> frozenset[int] | None:
    """The CPUs that a process may use, as the kernel has it; None when it is gone."""
    try:
        return frozenset(os.sched_getaffinity(pid))
    except OSError:
        return None


def online_cpus() -> frozenset[int]:
    try:
        return parse_cpu_list(Path("/sys/devices/system/cpu/online").read_text().strip())
    except (OSError, ValueError):
        return frozenset(os.sched_getaffinity(0))


def _end_session(record: Path) -> list[int]:
    """Pids of the recorded session that are still there after TERM, then KILL."""
    try:
        fields = json.loads(record.read_text())
        pid, start, boot = int(fields["pid"]), int(fields["start"]), str(fields["boot"])
    except (OSError, ValueError, KeyError, TypeError):
        return []
    if boot != procfs.boot_id():
        return []
    for number, patience in ((signal.SIGTERM, 0.5), (signal.SIGKILL, 2.0)):
        deadline = time.monotonic() + patience
        members = _members(pid, start)
        for member in members:
            log.warning("ending leftover process %d: %s", member, procfs.command_line(member))
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(member, number)
        while members and time.monotonic() < deadline:
            time.sleep(0.01)
            members = _members(pid, start)
        if not members:
            return []
    return _members(pid, start)


def _members(session: int, start: int) -> list[int]:
    """Processes of a session begun by the recorded child, not by one that has its number now."""
    if procfs.start_ticks(session) not in (None, start):
        return []
    return [pid for pid in procfs.session_members(session) if (procfs.start_ticks(pid) or 0) >= start]
