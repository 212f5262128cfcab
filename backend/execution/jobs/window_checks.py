"""Whether a window can be kept: what was to be watched, and no count beyond what can be. Pure."""

import re
from collections.abc import Collection, Sequence

from pydantic import BaseModel

from agents.catalog.metrics import METRICS
from agents.contract.counters import (
    MAX_DEVICES,
    MAX_EVENT_LENGTH,
    MAX_EVENTS,
    MAX_WORKERS,
    PRESSURES,
    GeneratorCounts,
    HostEvent,
    ServerCounts,
    ServerMemory,
    ThreadCounts,
)
from agents.contract.kernel_counts import MAX_KERNEL_COUNTERS, KernelCounts
from agents.contract.reports import Window
from agents.contract.workload import MAX_PROCESSES
from backend.execution.jobs.plain_values import MAX_ABS, ReportError, check_between

CPU_LIST = re.compile(r"[0-9,-]{0,4000}")
_DEVICE = re.compile(r"[!-~]{1,64}")  # what a kernel calls its devices: no blank, nothing that cannot be seen
_COUNTER = re.compile(r"[A-Za-z]{1,16}\.[A-Za-z0-9]{1,48}")
_MAX_S = 4 * 3600.0
_FULL = 1.5  # a share of a CPU, with the error of counters that step by 10 ms
_MAX_CPUS = 8192
_MAX_CPU_S = _MAX_S * _MAX_CPUS
_MAX_BYTES = 2**50
_MAX_CONNECTIONS = 100_000_000
_SERVER_COUNTS = (
    "accepted",
    "requests",
    "in_progress",
    "accept_queue",
    "backlog",
    "listeners",
    "active_begin",
    "active_end",
)
_LATE_S = 60.0  # a tool may have begun, and a counter been read, this much before a window did
_OF_CPUS = {
    "cores": _FULL,
    "kernel": _FULL,
    "softirqs": _FULL,
    "interrupts": MAX_ABS,
    "reschedules": MAX_ABS,
}


def check_window(window: Window, subjects: Collection[str]) -> None:
    """ReportError names what no host can have counted. `own`: the setups that it watched, and `load`."""
    check_between("window.seconds", window.seconds, 0, _MAX_S)
    for name, most in _OF_CPUS.items():
        _numbers(f"window.{name}", getattr(window, name), _MAX_CPUS, most)
    for name in ("softirq", "steal"):
        check_between(f"window.{name}", getattr(window, name), 0, _FULL)
    if not CPU_LIST.fullmatch(window.measured_cpus or ""):
        raise ReportError("window.measured_cpus", "not a list of CPUs")
    for name, seconds in window.pressure.items():
        if name not in PRESSURES:
            raise ReportError("window.pressure", f"“{name[:64]}” is nothing that is waited for")
        check_between(f"window.pressure.{name}", seconds, 0, _MAX_S)
    if window.kernel_counts:
        _kernel(window.kernel_counts)
    if window.held_connections and "load" not in subjects:
        raise ReportError("window.held_connections", "no load tool ran here")
    _check_watched(window, subjects)
    _devices("window.devices", [(device.name, device) for device in window.devices])
    _devices("window.disks", [(device.name, device) for device in window.disks])
    for number, disk in enumerate(window.disks):
        check_between(f"window.disks[{number}].busy", disk.busy, 0, 1)
    _events(window.events)


def _events(events: Sequence[HostEvent]) -> None:
    if len(events) > MAX_EVENTS:
        raise ReportError("window.events", f"more than {MAX_EVENTS}")
    for number, event in enumerate(events):
        check_between(f"window.events[{number}].at", event.at, 0, MAX_ABS)
        if len(event.text) > MAX_EVENT_LENGTH or not event.text.isprintable():
            raise ReportError(f"window.events[{number}].text", "not a line of the kernel's log")


def _kernel(counts: KernelCounts) -> None:
    if len(counts.growths) > MAX_KERNEL_COUNTERS:
        raise ReportError("window.kernel_counts", f"more than {MAX_KERNEL_COUNTERS}")
    for name, growth in counts.growths.items():
        if not _COUNTER.fullmatch(name):
            raise ReportError("window.kernel_counts", "not the name of a counter")
        check_between(f"window.kernel_counts.{name}", growth, 0, MAX_ABS)
    check_between("window.kernel_counts.tls", counts.tls or 0, 0, MAX_ABS)
    check_between("window.kernel_counts.socket_bytes", counts.socket_bytes or 0, 0, _MAX_BYTES)


def _check_watched(window: Window, subjects: Collection[str]) -> None:
    for part in ("own_cpu_s", "servers"):
        for name in getattr(window, part).keys() - set(subjects):
            raise ReportError(f"window.{part}", f"“{name[:64]}” was not watched")
    for name, value in window.own_cpu_s.items():
        check_between(f"window.own_cpu_s.{name}", value, 0, _MAX_CPU_S)
    for name, server in window.servers.items():
        _server(f"window.servers.{name}", server)
    if window.load_threads:
        if "load" not in subjects:
            raise ReportError("window.load_threads", "no load tool ran here")
        _threads("window.load_threads", window.load_threads)
    if window.generators and "load" not in subjects:
        raise ReportError("window.generators", "no load tool ran here")
    if len(window.generators) > MAX_PROCESSES:
        raise ReportError("window.generators", f"more than {MAX_PROCESSES}")
    for number, generator in enumerate(window.generators):
        _generator(f"window.generators[{number}]", generator)


def _generator(place: str, generator: GeneratorCounts) -> None:
    _counts(place, generator, MAX_ABS, ("started_at", "ended_at", "threads", "connections"))
    check_between(f"{place}.cpu_s", generator.cpu_s, 0, _MAX_CPU_S)
    if not CPU_LIST.fullmatch(generator.cpus or ""):
        raise ReportError(f"{place}.cpus", "not a list of CPUs")
    for name, value in generator.figures.items():
        if name not in METRICS:
            raise ReportError(f"{place}.figures", f"“{name[:64]}” is not the name of a figure")
        check_between(f"{place}.figures.{name}", value or 0, 0, MAX_ABS)


def _server(place: str, server: ServerCounts) -> None:
    if len(server.workers) > MAX_WORKERS:
        raise ReportError(f"{place}.workers", f"more than {MAX_WORKERS} workers")
    for number, worker in enumerate(server.workers):
        _counts(f"{place}.workers[{number}]", worker, _MAX_CPU_S, ("cpu_s", "waited_s"))
        _counts(f"{place}.workers[{number}]", worker, MAX_ABS, ("connections",))
    _counts(place, server, MAX_ABS, _SERVER_COUNTS)
    if server.memory:
        _memory(f"{place}.memory", server.memory)


def _memory(place: str, memory: ServerMemory) -> None:
    """Zero is no memory of a server that runs: an agent that cannot read it leaves it out."""
    for name in ("idle_bytes", "end_bytes", "peak_bytes"):
        if (size := getattr(memory, name)) is not None:
            check_between(f"{place}.{name}", size, 1, _MAX_BYTES)
    check_between(f"{place}.connections", memory.connections or 0, 0, _MAX_CONNECTIONS)


def _threads(place: str, threads: ThreadCounts) -> None:
    check_between(f"{place}.seconds", threads.seconds, 0, _MAX_S + _LATE_S)
    for name in ("waited_s", *(["ages_s"] if threads.ages_s else [])):
        if len(getattr(threads, name)) != len(threads.cpu_s):
            raise ReportError(f"{place}.{name}", "not one for each thread")
    for name in ("cpu_s", "waited_s", "ages_s"):
        _numbers(f"{place}.{name}", getattr(threads, name), MAX_WORKERS, _MAX_S + _LATE_S)


def _devices(place: str, devices: Sequence[tuple[str, BaseModel]]) -> None:
    if len(devices) > MAX_DEVICES:
        raise ReportError(place, f"more than {MAX_DEVICES}")
    for number, (name, device) in enumerate(devices):
        if not _DEVICE.fullmatch(name):
            raise ReportError(f"{place}[{number}].name", "not the name of a device")
        numbers = [field for field in type(device).model_fields if field != "name"]
        _counts(f"{place}[{number}]", device, MAX_ABS, numbers)


def _counts(place: str, of: BaseModel, most: float, names: Collection[str]) -> None:
    for name in names:
        check_between(f"{place}.{name}", getattr(of, name) or 0, 0, most)


def _numbers(place: str, values: Sequence[float], longest: int, most: float) -> None:
    if len(values) > longest:
        raise ReportError(place, f"more than {longest}")
    for number, value in enumerate(values):
        check_between(f"{place}[{number}]", value, 0, most)
