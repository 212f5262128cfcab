"""Handlers for each kind of job, with the parts that this agent owns."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agents.catalog.tools import LOAD_TOOLS
from agents.connectivity.check import check_connectivity
from agents.contract.diagnostics import DiagnosticOrder
from agents.contract.jobs import (
    ApplyJob,
    CheckJob,
    CoolJob,
    FactsJob,
    MeasureJob,
    PrepareJob,
    ReachJob,
    RestoreJob,
    WatchJob,
)
from agents.contract.reports import MAX_UNRESTORED, Facts, PreparedSetup, Report, SampleBatch, Window
from agents.contract.space import NO_SPACE
from agents.diagnostics.diagnose import Diagnosis
from agents.diagnostics.recording import Perf
from agents.failure import JobFailed
from agents.load import driver, execution, generators
from agents.load.held_connections import HeldConnections
from agents.load.row_commands import RowCommands
from agents.load.start_signal import StartSignal
from agents.load.target import checked_target, probe
from agents.observe.cool import cool
from agents.observe.facts import read_facts
from agents.observe.load import LoadSampler
from agents.observe.observer import Observer
from agents.processes import Child, Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import RunningSetup, Setups
from agents.runner import trial_processes
from agents.runner.clock import ServerClock
from agents.runner.host import Host
from agents.runner.running_job import RunningJob
from agents.runner.sample_stream import SampleStream
from agents.targets import Targets


@dataclass
class JobHandlers:
    """The parts, and one method for each kind of job that works on them."""

    host: Host
    processes: Processes
    setups: Setups
    clock: ServerClock
    folders: Folders
    targets: Targets
    send_samples: Callable[[SampleBatch], None]
    is_watched: Callable[[], bool]
    say_ready: Callable[[str], None]

    def __post_init__(self) -> None:
        self.held_connections = HeldConnections(self.processes, self.folders.root / "held", self.targets)

    def prepare(self, running: RunningJob, work: PrepareJob) -> Report:
        self.held_connections.let_go()
        self.host.claim(running.job.experiment_id)
        reports = _with_room(self.host.prepare(work.setups, running.is_cancelled))
        return self._report(running, setups=reports, **self._state())

    def apply(self, running: RunningJob, work: ApplyJob) -> Report:
        self.host.claim(running.job.experiment_id)
        try:
            applied_settings, setups = self.host.apply(work.settings, work.setups, running.is_cancelled)
            _with_room(setups)
        except JobFailed as error:
            cause = running.stopped or error
            return Report(job_id=running.job.id, failure=cause.as_failure(), **self._state())
        return self._report(running, applied=applied_settings, setups=setups, **self._state())

    def check(self, running: RunningJob, work: CheckJob) -> Report:
        return self._report(running, setups=self.setups.check(work.setups))

    def restore(self, running: RunningJob, work: RestoreJob) -> Report:
        self.held_connections.let_go()
        self.host.put_back(work.forget)
        return self._report(running, **self._state())

    def _state(self) -> dict[str, Any]:
        return {
            "condition": self.host.condition,
            "unrestored_settings": self.host.unrestored_settings[:MAX_UNRESTORED],
        }

    def facts(self, running: RunningJob, _: FactsJob) -> Report:
        return self._report(running, facts=self.read_facts())

    def read_facts(self) -> Facts:
        read_output = self.processes.output_of
        return read_facts(
            self.setups.servers.default.program.path,
            {name: driver.version_of(tool, read_output) for name, tool in LOAD_TOOLS.items()},
            read_output,
            self.host.abilities(),
            self.clock.reading(),
            self.targets.origins,
            self.processes.sandbox.facts(),
            self.setups.servers.facts,
        )

    def cool(self, running: RunningJob, work: CoolJob) -> Report:
        return self._report(running, cooled=cool(work.max_s, running.wait))

    def check_connectivity(self, running: RunningJob, work: ReachJob) -> Report:
        outcome = check_connectivity(work, self.setups.ports, self.targets, self.clock, running.wait)
        return self._report(running, reach=outcome)

    def watch(self, running: RunningJob, work: WatchJob) -> Report:
        with self._folder(running) if work.diagnostic else nullcontext(Path()) as folder:
            return self._watch(running, work, folder)

    def _watch(self, running: RunningJob, work: WatchJob, folder: Path) -> Report:
        setups = self.setups.running_setups(work.watch)
        idle = {setup.key: setup.idle for setup in setups}
        cpus = ",".join(setup.setup.cpus for setup in setups if setup.setup.cpus)
        diagnosis = self._diagnosis(running, work.diagnostic, setups, folder)
        observer = Observer(
            setups,
            sink=None if work.diagnostic else self._stream(work.trial_id),
            clock=self.clock.now,
            idle=idle,
            busy_cpus=cpus or None,
            on_tick=self.setups.limit_logs,
            sessions=lambda: trial_processes.sessions(setups),
        )
        observer.start()
        try:
            running.wait(work.max_s)
        finally:
            window = self._end(observer, setups, trial_processes.cpus(setups))
            if diagnosis:
                diagnosis.stop()
        running.raise_if_cancelled()
        self.setups.running_setups(work.watch)  # still there?
        diagnostic = diagnosis.result(window.own_cpu_s, observer.request_count) if diagnosis else None
        return self._report(running, window=window, diagnostic=diagnostic)

    def _diagnosis(
        self, running: RunningJob, order: DiagnosticOrder | None, setups: list[RunningSetup], folder: Path
    ) -> Diagnosis | None:
        """Attached to the servers already: what they do from now on is seen."""
        if order is None or order.kind not in ("profile", "system_calls"):
            return None
        diagnosis = Diagnosis(order, setups, Perf(self.processes, folder, running.attach))
        diagnosis.start()
        return diagnosis

    @contextmanager
    def _folder(self, running: RunningJob) -> Iterator[Path]:
        folder = self.folders.make_work(running.job.id)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def measure(self, running: RunningJob, work: MeasureJob) -> Report:
        self.host.claim(running.job.experiment_id)
        target = checked_target(work.target, self.targets)
        with self._folder(running) as folder, self.held_connections.around(work, running.wait):
            task = execution.LoadTask(
                work.workload,
                target,
                work.cpus,
                folder,
                work.nofile,
                work.nice,
                work.sequence,
                work.stop_after_s,
                is_gated=work.is_fired,
            )
            return self._measure(running, work, task)

    def _measure(self, running: RunningJob, work: MeasureJob, task: execution.LoadTask) -> Report:
        largest = replace(task, workload=task.workload.shares()[0])
        tool = execution.check_tool(largest, self.processes.output_of)
        tasks = generators.divide(task, lambda name: self.folders.make_work(f"{running.job.id}/{name}"))
        setups = self.setups.running_setups(work.watch)
        answer = probe(task.target, work.workload, check_cancelled=running.raise_if_cancelled)
        children: list[Child] = []
        observer, window = self._observer(work, setups, children), None
        diagnosis = self._diagnosis(running, work.diagnostic, setups, task.folder)
        if observer:
            observer.start()
        running.wait(work.diagnostic.lead_s if work.diagnostic else 0)
        held_report, signal = None, StartSignal(running, self.say_ready, self.clock)
        try:
            self.held_connections.begin()
            started_at = self.clock.now()

            def attach(child: Child) -> None:
                children.append(child)
                running.attach(child)

            generators.start(tool, tasks, self.processes, attach, signal.wait if work.is_fired else None)
            if tasks[0].is_gated:
                started_at = self.clock.now()
            if diagnosis:
                diagnosis.start_load(children, tool.name)
            sandbox = self.processes.sandbox
            ends, was_stopped = execution.wait(tool, tasks, children, sandbox, self.setups.limit_logs)
            ended_at = self.clock.now()
            held_report = self.held_connections.report() if work.trial_id else None
        finally:
            if observer:
                window = self._end(observer, setups, trial_processes.cpus(setups, [work.cpus]))
                window.held_connections = held_report
            if diagnosis:
                diagnosis.stop()
            for child in children:
                child.stop()  # has ended; nothing that it started may stay
        running.raise_if_cancelled()
        clock_ahead_s = self.clock.reading().offset_s or 0.0
        runs = [
            execution.Execution(child.argv, end, started_at, ended_at, answer, was_stopped, clock_ahead_s)
            for child, end in zip(children, ends, strict=True)
        ]
        error: JobFailed | None = None
        try:
            commands = RowCommands(self.processes, running.attach)
            load, counts = generators.report_of(tool, tasks, runs, commands)
            load.late_s = signal.late_s
            if window:
                window.generators = counts
        except execution.ToolFailed as tool_error:
            load, error = tool_error.load, tool_error
        error = self._death_of(work.watch) or error  # that explains what the tool says
        failure = error.as_failure() if error else None
        diagnostic = (
            diagnosis.result(window.own_cpu_s, observer.request_count)
            if diagnosis and observer and window
            else None
        )
        return self._report(running, load=load, window=window, failure=failure, diagnostic=diagnostic)

    def _observer(
        self, work: MeasureJob, setups: list[RunningSetup], children: list[Child]
    ) -> Observer | None:
        """None for a warm-up: nobody asks what a host did meanwhile, and to read it takes its time."""
        if work.trial_id is None:
            return None
        return Observer(
            setups,
            sink=None if work.diagnostic else self._stream(work.trial_id),
            clock=self.clock.now,
            load=LoadSampler(
                lambda: sum(child.cpu_seconds() for child in children),
                lambda: [child.pid for child in children],
            ),
            busy_cpus=work.cpus,
            sessions=lambda: trial_processes.sessions(setups, children) | self.held_connections.sessions,
        )

    def _death_of(self, keys: list[str]) -> JobFailed | None:
        try:
            self.setups.running_setups(keys)
        except JobFailed as error:
            return error
        return None

    def _end(self, observer: Observer, setups: list[RunningSetup], cpus: str | None) -> Window:
        window, last = observer.stop()
        window.measured_cpus = cpus
        window.changed = self.host.changed_meanwhile()
        step_s = window.clock.step_s if window.clock else 0.0
        window.clock = self.clock.reading().model_copy(update={"step_s": step_s})
        for setup in setups:
            setup.idle = last.get(setup.key, {})
        with suppress(OSError):
            self.setups.empty_logs()
        return window

    def _stream(self, trial_id: str) -> SampleStream:
        return SampleStream(trial_id, self.send_samples, self.is_watched)

    def _report(self, running: RunningJob, **parts: object) -> Report:
        running.raise_if_cancelled()
        return Report.model_validate({"job_id": running.job.id, **parts})


def _with_room(reports: list[PreparedSetup]) -> list[PreparedSetup]:
    """The same; JobFailed `no_space` for all of them where the disk was full for one."""
    for setup in reports:
        if setup.failure and setup.failure.code == NO_SPACE:
            raise JobFailed(NO_SPACE, setup.failure.message)
    return reports
