"""One diagnostic on this host: perf is attached before the load, ended after it, and read then."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from agents import procfs
from agents.contract.diagnostics import MAX_TEXT, DiagnosticOrder, HostDiagnostic, Profile, SystemCalls
from agents.diagnostics import recording
from agents.diagnostics.call_table import call_table
from agents.diagnostics.folded import fold
from agents.diagnostics.perf import why_no_profile, why_no_system_calls
from agents.diagnostics.recording import NotSeen, Perf, Recording
from agents.processes import Child
from agents.proxy.running_setup import RunningSetup

LOAD = "load"
_BEGINS_S = 2.0  # a load tool is started by three other programs, one after the other
_MAX_SAMPLES_PER_S = 700  # of all processes together: 5 s of them fill MAX_DATA


class Diagnosis:
    """`start`, `start_load` once the tool runs, `end`. What goes wrong is said in the answer, never raised.

    `watched`: setups of this host. Of system calls the load tool's are not counted: perf is attached to it
    only after it began, and a count that lacks the beginning would not be exact.
    """

    def __init__(self, order: DiagnosticOrder, setups: Sequence[RunningSetup], perf: Perf) -> None:
        self._order, self._setups, self._perf = order, setups, perf
        self._running: dict[str, tuple[int, Recording]] = {}  # subject → (hz, perf)
        self._missing: list[str] = []

    def start(self) -> None:
        """Attach to the servers; returns when perf counts."""
        if self._order.kind == "system_calls" and not self._setups:
            return
        reason = why_no_profile() if self._order.kind == "profile" else why_no_system_calls()
        if reason:
            self._missing.append(reason)
            return
        for setup in self._setups:
            self._attach(setup.key, [worker.pid for worker in setup.report.workers])

    def start_load(self, tools: Sequence[Child], name: str) -> None:
        if self._missing or self._order.kind != "profile":
            return
        deadline = time.monotonic() + _BEGINS_S
        while all(tool.wait(0.01) is None for tool in tools) and time.monotonic() < deadline:
            if all(Path(procfs.command_line(tool.pid).partition(" ")[0]).name == name for tool in tools):
                self._attach(LOAD, [tool.pid for tool in tools])
                return

    def _attach(self, subject: str, pids: list[int]) -> None:
        kind = self._order.kind
        hz = max(1, min(self._order.hz, _MAX_SAMPLES_PER_S // max(1, len(pids))))
        to = self._data(subject)
        words = recording.record(pids, hz, to) if kind == "profile" else recording.trace(pids, to)
        try:
            self._running[subject] = hz, self._perf.start(f"{kind}-{subject}", words)
        except NotSeen as error:
            self._missing.append(f"{subject}: {error}")

    def _data(self, subject: str) -> Path:
        return self._perf.folder / f"{subject}.perf"

    def stop(self) -> None:
        """Nothing more is counted; the load has ended."""
        for subject, (_, running) in list(self._running.items()):
            try:
                running.end()
            except NotSeen as error:
                del self._running[subject]
                self._missing.append(f"{subject}: {error}")

    def result(self, cpu_s: Mapping[str, float], served_by: Callable[[str], float | None]) -> HostDiagnostic:
        """`cpu_s` by subject, and the requests that a setup served meanwhile. After `stop`."""
        report = HostDiagnostic()
        room = MAX_TEXT // max(1, len(self._running))
        for subject, (hz, _) in self._running.items():
            with suppress(OSError):
                if self._order.kind == "profile":
                    report.profiles.append(self._profile(subject, hz, cpu_s.get(subject, 0.0), room))
                else:
                    report.system_calls.append(self._system_calls(subject, served_by(subject)))
        message = "; ".join(self._missing)[:2_000]
        report.missing = "".join(c if c.isprintable() else " " for c in message) or None
        return report

    def _profile(self, subject: str, hz: int, cpu_s: float, room: int) -> Profile:
        text = self._perf.lines_of(f"script-{subject}", recording.script(self._data(subject)))
        read = fold(text, room)
        if not read.stacks:
            self._missing.append(f"{subject}: perf recorded no sample")
        return Profile(
            subject=subject,
            event=read.event,
            hz=hz,
            stacks=read.stacks,
            lost=read.lost_samples,
            cpu_s=cpu_s,
            kernel_names=read.kernel_names,
        )

    def _system_calls(self, subject: str, requests: float | None) -> SystemCalls:
        counts, lost_events = call_table(recording.lines(self._data(subject)))
        if not counts:
            self._missing.append(f"{subject}: perf counted no system call")
        return SystemCalls(subject=subject, counts=counts, requests=requests, lost=lost_events)
