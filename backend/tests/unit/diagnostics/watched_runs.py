"""Runs whose hosts were calm, but for what a test says."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.catalog.roles import Role, Topology
from agents.contract.counters import ServerCounts, ThreadCounts, WorkerCounts
from agents.contract.reports import Window
from agents.contract.workload import Workload
from backend.diagnostics.bottlenecks import (
    Bottleneck,
    HostAt,
    Measured,
    MeasuredTrial,
    find_bottlenecks,
)

HOSTS = tuple(HostAt(role, role, f"{role}-1", role, role, 4) for role in ("load", "proxy", "backend"))
TOGETHER = tuple(HostAt(role, role, "lab", "m", "n", 2) for role in ("load", "proxy"))
KEY: dict[Role, str] = {"load": "load", "proxy": "run-proxy-1", "backend": "run-backend-1"}
CALM = "Nothing was full: 16 connections ÷ 1.60 ms = 10.0k req/s, as measured."
FIGURES = {"requests_per_s": 10_000.0, "latency_mean": 0.0016}


def workers(*cpu_s: float, held: tuple[int, ...] = (), waited: float = 0.0) -> list[WorkerCounts]:
    return [
        WorkerCounts(pid=n + 1, cpu_s=s, waited_s=waited, connections=held[n] if held else None)
        for n, s in enumerate(cpu_s)
    ]


def window(role: Role, *, server: Mapping[str, Any] | None = None, **counted: Any) -> Window:
    """Ten calm seconds on a host with four CPUs, but for what is said."""
    counts = ServerCounts.model_validate({"workers": workers(2.0, 2.0)} | dict(server or {}))
    own_cpu_s = 1.0 if role == "load" else sum(w.cpu_s for w in counts.workers)
    usual: dict[str, Any] = {
        "seconds": 10.0,
        "cores": [0.3] * 4,
        "own_cpu_s": {KEY[role]: own_cpu_s},
        "servers": {} if role == "load" else {KEY[role]: counts},
    }
    if role == "load":
        usual["load_threads"] = ThreadCounts(seconds=10, cpu_s=[0.5, 0.5], waited_s=[0.0, 0.0])
    return Window(**(usual | counted))


def bottlenecks_of(
    hosts: tuple[HostAt, ...] = HOSTS,
    knobs: Mapping[str, Any] | None = None,
    cpus: Mapping[Role, list[str]] | None = None,
    topology: Topology = "proxied",
    figures: Mapping[str, float] = FIGURES,
    nofile: int | None = None,
    rules: int = 2,
    **windows: Window,
) -> list[Bottleneck]:
    windows_by_host = {h.id: windows.get(h.role) or window(h.role) for h in hosts}
    load = Workload.model_validate({"tool": "wrk", "threads": 2, "connections": 16, "duration_s": 10})
    run = Measured(
        load, topology, knobs or {}, hosts, [MeasuredTrial(windows_by_host, figures)] * 2, cpus or {}, nofile
    )
    return find_bottlenecks(run, rules)


def sentences_of(**given: Any) -> list[tuple[str, str]]:
    return [(bottleneck.code, bottleneck.sentence) for bottleneck in bottlenecks_of(**given)]


def threads(*cpu_s: float, waited: float = 0.0, ages: Sequence[float] = ()) -> ThreadCounts:
    return ThreadCounts(seconds=10, cpu_s=list(cpu_s), waited_s=[waited] * len(cpu_s), ages_s=list(ages))
