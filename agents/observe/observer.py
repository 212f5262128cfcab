"""Samples a host once a second while a trial runs, and sums up the window when it ends."""

import os
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from agents.catalog.cpulist import parse_cpu_list
from agents.contract.counters import MAX_EVENTS, HostEvent
from agents.contract.reports import Window
from agents.observe.cpu import CpuSampler
from agents.observe.disks import DiskSampler
from agents.observe.interrupts import InterruptSampler, is_small
from agents.observe.kernel_log import KernelLog
from agents.observe.load import LoadSampler
from agents.observe.net import NetSampler
from agents.observe.nginx import NginxSampler, Watched
from agents.observe.others import read_processes
from agents.observe.pressure import PressureSampler
from agents.observe.sampler import Reading, Sampler, difference
from agents.observe.sockets import read_sockets
from agents.observe.tcp import TcpSampler, read_kernel_tls
from agents.observe.window import Snapshot, window_of
from agents.observe.workers import Restarts
from agents.processes import online_cpus

SAMPLE_EVERY_S = 1.0
Series = dict[str, float | None]
MIN_S = 0.1  # a partial tick shorter than this says nothing: counters step by 10 ms


class Sink(Protocol):
    """Receiver of readings."""

    def add(self, at: float, series: Series, more: Callable[[], Series]) -> None:
        """The time of a tick (epoch seconds of `clock`), its series of servers and load tool, and how to work
        out the others, which can wait."""

    def end(self) -> None:
        """There is no further one."""


class Observer:
    """`start`, then `stop` for the window. `on_tick` runs in the sampling thread after each reading."""

    def __init__(
        self,
        setups: Sequence[Watched],
        sink: Sink | None = None,
        clock: Callable[[], float] = time.time,
        load: LoadSampler | None = None,
        idle: Mapping[str, Reading] | None = None,
        busy_cpus: str | None = None,
        on_tick: Callable[[], None] | None = None,
        sessions: Callable[[], Collection[int]] = lambda: (),
    ) -> None:
        self._cpu, self._net, self._tcp = CpuSampler(), NetSampler(), TcpSampler()
        self._irq, self._psi, self._disks = InterruptSampler(), PressureSampler(), DiskSampler()
        self._servers = {setup.key: NginxSampler(setup) for setup in setups}
        self._load = load
        self._restarts = [Restarts(setup.key, setup.masters) for setup in setups]
        self._replaced: list[HostEvent] = []
        self._own: dict[str, NginxSampler | LoadSampler] = {**self._servers}
        if load:
            self._own["load"] = load
        self._clock = clock
        self._sink, self._idle, self._busy_cpus, self._on_tick = sink, idle, busy_cpus, on_tick
        self._sessions = sessions
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="observer", daemon=True)
        self._first = self._previous = self._last = Snapshot(0, 0)

    def start(self) -> None:
        self._log = KernelLog()
        ends = self._read_ends()
        self._first = self._previous = replace(self._read(), **ends)
        self._thread.start()

    def stop(self) -> tuple[Window, Mapping[str, Reading]]:
        """The window, and the last readings of the setups (idle from now on)."""
        self._ended.set()
        self._thread.join()
        last = self._read(is_end=True)
        for key, server in self._servers.items():
            server.read_memory(last.readings[key])
        self._look_at_workers()
        if last.at - self._previous.at >= MIN_S:
            self._emit(last)
        last = replace(last, **self._read_ends())
        for sampler in self._samplers():
            sampler.close()
        if self._sink is not None:
            self._sink.end()
        self._last = last
        window = window_of(
            self._first, last, self._idle, self._sessions(), self._servers, self._tcp.most_bytes
        )
        window.started_at = self._clock() - (time.monotonic() - self._first.at)
        window.load_threads = self._load.threads if self._load else None
        window.events = self._events(window.seconds)
        return window, last.readings

    def _read_ends(self) -> dict[str, Any]:
        """Read what only the ends of a window need."""
        return {
            "sockets": read_sockets(),
            "processes": read_processes(),
            "kernel_tls": read_kernel_tls(),
        }

    def _look_at_workers(self) -> None:
        now = self._clock()
        texts = [text for restarts in self._restarts for text in restarts.read_changes()]
        self._replaced += [HostEvent(at=now, text=text, kind="worker") for text in texts]

    def _events(self, seconds: float) -> list[HostEvent]:
        """Events of the window. The kernel's own clock drifts: nothing lies outside the window."""
        now = self._clock()
        events = sorted([*self._replaced, *self._log.events(now - time.monotonic())], key=lambda e: e.at)
        self._log.close()
        inside = [event.model_copy(update={"at": min(now, max(now - seconds, event.at))}) for event in events]
        return inside[:MAX_EVENTS]

    def request_count(self, key: str) -> float | None:
        """Requests that a setup counted itself, from start to stop; None where it does not count them."""
        return difference(self._first.readings.get(key, {}), self._last.readings.get(key, {}), "requests")

    def _run(self) -> None:
        _move_off(self._busy_cpus)
        due = self._first.at + SAMPLE_EVERY_S
        while not self._ended.wait(max(0.0, due - time.monotonic())):
            if self._sink:  # else each reading of nginx's counters would only be work for it
                self._emit(now := self._read())
                for key, sampler in self._own.items():
                    sampler.look(now.readings[key], self._tcp.listening)
            self._look_at_workers()
            if self._on_tick:
                self._on_tick()
            due = max(due + SAMPLE_EVERY_S, time.monotonic())

    def _samplers(self) -> list[Sampler]:
        return [self._cpu, self._net, self._tcp, self._irq, self._psi, self._disks, *self._own.values()]

    def _read(self, is_end: bool = False) -> Snapshot:
        at, wall = _clocks()
        return Snapshot(
            at=at,
            wall=wall,
            agent_cpu_s=time.process_time(),
            cpu=self._cpu.read(),
            net=self._net.read(),
            tcp=self._tcp.read(),
            irq=self._irq.read() if is_end or is_small(self._first.irq) else {},
            pressure=self._psi.read(),
            disks=self._disks.read(),
            readings={key: sampler.read() for key, sampler in self._own.items()},
        )

    def _emit(self, now: Snapshot) -> None:
        before, self._previous = self._previous, now
        if self._sink is None:
            return
        series: Series = {}
        for key, sampler in self._own.items():
            series |= sampler.rates(before.readings[key], now.readings[key], now.at - before.at)
        self._sink.add(self._clock(), series, partial(self._rates, before, now))

    def _rates(self, before: Snapshot, now: Snapshot) -> Series:
        """Series of the machine between two readings."""
        dt = now.at - before.at
        series = self._cpu.rates(before.cpu, now.cpu, dt)
        series |= self._net.rates(before.net, now.net, dt)
        series |= self._tcp.rates(before.tcp, now.tcp, dt)
        series |= self._psi.rates(before.pressure, now.pressure, dt)
        series |= self._disks.rates(before.disks, now.disks, dt)
        if is_small(now.irq):
            series |= self._irq.rates(before.irq, now.irq, dt)
        return series


def _clocks() -> tuple[float, float]:
    """Monotonic time and the system's clock at the same moment, even on a busy CPU."""
    readings = [(time.monotonic(), time.time(), time.monotonic()) for _ in range(3)]
    before, wall, _ = min(readings, key=lambda r: r[2] - r[0])
    return before, wall


def _move_off(busy_cpus: str | None) -> None:
    """Keep the sampling thread off the measured CPUs where there are others."""
    if not busy_cpus:
        return
    spare = online_cpus() & os.sched_getaffinity(0) - parse_cpu_list(busy_cpus)
    if spare:
        os.sched_setaffinity(threading.get_native_id(), spare)
