"""Held connections on this host: starts generators of `agents.load.hold`, waits for the ramp, counts.

The generators are the agent's own code. They run outside the sandbox, whose user may not read it.
"""

import json
import os
import resource
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from agents.contract.held import HeldReport, Hold
from agents.contract.reports import HOLD_FAILED
from agents.contract.workload import Workload
from agents.failure import Cancelled, JobFailed
from agents.load import hold
from agents.processes import Child, Processes

MAX_PER_PROCESS = 18_750  # connections: within 20,000 open files, and what one CPU opens at a pace
_SPARE_FILES = 64
_LOOK_S = 0.1

Wait = Callable[[float], bool]  # for so many seconds; True: there is a reason to stop


@dataclass(frozen=True)
class HeldLoad:
    """Connections to hold, and their targets as `http[s]://address:port`."""

    hold: Hold
    targets: tuple[str, ...]
    request: str


def held_load(workload: Workload, targets: Sequence[str]) -> HeldLoad | None:
    """The held load of a workload; None where it has none, or no target."""
    if workload.hold is None or not targets:
        return None
    return HeldLoad(workload.hold, tuple(targets), _request(workload, urlsplit(targets[0]).netloc))


class Holder:
    """The generators of one load, from `start` to `close`."""

    def __init__(self, load: HeldLoad, folder: Path) -> None:
        self.load, self.hold = load, load.hold
        self._folder = folder
        self._children: list[Child] = []
        self._ramp_s = 0.0
        self._begin = hold.Status()

    def start(self, processes: Processes) -> None:
        """Start the generators; JobFailed when one cannot be started."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for number, order in enumerate(orders_of(self.load, resource.getrlimit(resource.RLIMIT_NOFILE)[0])):
            out_path, error_path = self._folder / f"{number}.status", self._folder / f"{number}.error"
            with out_path.open("wb") as out, error_path.open("wb") as err:
                try:
                    child = processes.start_outside(
                        [sys.executable, "-I", "-S", hold.__file__, json.dumps(order.__dict__)],
                        environment={},
                        stdout=out,
                        stderr=err,
                        cwd=self._folder,
                    )
                except OSError as error:
                    raise JobFailed("tool_missing", f"a generator cannot be started: {error}") from error
            self._children.append(child)

    def await_ramp(self, wait: Wait) -> None:
        """Wait until enough connections are held; JobFailed when they will not be, or `wait` says stop."""
        started_at = time.monotonic()
        while not wait(_LOOK_S):
            self._ramp_s = time.monotonic() - started_at
            status = self.status()
            if status.open >= self.hold.least and not self._ended_count():
                return
            if reason := ramp_failure(self.hold.connections, self.hold.least, status, self._ended_count()):
                raise JobFailed(HOLD_FAILED, reason)
            if self._ramp_s > self.hold.max_ramp_s:
                raise JobFailed(HOLD_FAILED, describe_late_ramp(self.hold.connections, status, self._ramp_s))
        raise Cancelled

    def status(self) -> hold.Status:
        """The sum of what the generators count; what one that has ended held is no more."""
        statuses = [_read(self._folder / f"{number}.status") for number in range(len(self._children))]
        alive = [child.wait(0) is None for child in self._children]
        counts = ("closes", "failures", "requests", "answers")
        return hold.Status(
            open=sum(s.open for s, is_alive in zip(statuses, alive, strict=True) if is_alive),
            **{name: sum(getattr(s, name) for s in statuses) for name in counts},
            error=next((s.error for s in statuses if s.error), ""),
        )

    def begin(self) -> None:
        """The measured window begins."""
        self._begin = self.status()

    def report(self) -> HeldReport:
        """The connections held from `begin` until now."""
        begin, end = self._begin, self.status()
        closes = end.closes - begin.closes
        return HeldReport(
            goal=self.hold.connections,
            at_begin=begin.open,
            at_end=end.open,
            closes=closes,
            losses=max(0, begin.open - end.open - closes) if self._ended_count() else 0,
            requests=end.requests - begin.requests,
            ramp_s=round(self._ramp_s, 1),
        )

    @property
    def sessions(self) -> set[int]:
        return {child.pid for child in self._children}

    def close(self) -> None:
        """End the generators and with them all connections."""
        for child in self._children:
            child.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _ended_count(self) -> int:
        return sum(child.wait(0) is not None for child in self._children)


def orders_of(load: HeldLoad, open_files: int) -> list[hold.Order]:
    """One order for each process: equal shares of connections and pace, as few as open files allow."""
    hold_order = load.hold
    per_process = min(MAX_PER_PROCESS, max(1, open_files - _SPARE_FILES))
    count = -(-hold_order.connections // per_process)
    parts = [urlsplit(target) for target in load.targets]
    targets = [(part.hostname or "", part.port or 0) for part in parts]
    whole = hold.Order(
        targets=targets,
        tls=any(part.scheme == "https" for part in parts),
        connections=hold_order.connections,
        per_second=hold_order.per_second / count,
        every_s=hold_order.every_s,
        request=load.request,
    )
    share, rest = divmod(hold_order.connections, count)
    return [
        replace(
            whole,
            connections=share + (number < rest),
            targets=[*targets[number % len(targets) :], *targets[: number % len(targets)]],
        )
        for number in range(count)
    ]


def _request(workload: Workload, address: str) -> str:
    """The request of the workload, kept alive."""
    headers = {"Host": workload.host or address} | workload.headers
    lines = [f"GET {workload.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""])


def ramp_failure(goal: int, least: int, status: hold.Status, ended_count: int) -> str | None:
    """The reason why so many cannot be held any more; None while they still may. Pure."""
    if ended_count:
        return f"{ended_count} generators of held connections ended by themselves"
    if goal - status.closes - status.failures >= least:
        return None
    parts = []
    if status.failures:
        parts.append(f"{status.failures:,} could not be opened ({status.error})")
    if status.closes:
        parts.append(f"the server closed {status.closes:,}")
    return f"of {goal:,} connections to hold, {' and '.join(parts)}"


def describe_late_ramp(goal: int, status: hold.Status, seconds: float) -> str:
    """Sentence on a ramp that took too long, with a remedy. Pure."""
    return (
        f"only {status.open:,} of {goal:,} connections were held after {seconds:.0f} s, which is twice the "
        "planned time and 30 s: give hold a smaller per_second"
    )


def _read(path: Path) -> hold.Status:
    """The line of a generator; zeros before its first."""
    try:
        with path.open("rb") as file:
            fields = json.loads(os.pread(file.fileno(), hold.STATUS_LENGTH, 0))
        return hold.Status(**fields)
    except (OSError, ValueError, TypeError):
        return hold.Status()
