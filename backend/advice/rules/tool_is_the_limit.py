"""A load tool that cannot load what is under test."""

from collections.abc import Iterator
from typing import Any

from agents.catalog.cpulist import parse_cpu_list
from backend.advice.rule import Hit, Instead, Rule, Subject

AB_MOST = 20_000
A_TRIAL_S = 10


def find(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    instead = Instead(workload=with_wrk(subject))
    if workload.tool == "ab" and workload.connections > AB_MOST:
        yield Hit(
            f"ab refuses more than {AB_MOST} connections up to httpd 2.4.62", None, instead, workload=True
        )
    if workload.tool == "ab" and (subject.workers or 1) > 1:
        text = f"ab has one thread, nginx {subject.workers} workers: the figures may be those of ab"
        yield Hit(text, None, instead, workload=True)
    cpus = _load_cpus(subject)
    if cpus and workload.threads > len(cpus) and "pin.load" not in subject.knobs:
        text = f"{workload.tool} starts {workload.threads} threads on a host with {len(cpus)} CPUs"
        fewer = Instead(workload={"threads": _threads(subject)})
        yield Hit(text, None, fewer, workload=True)


def with_wrk(subject: Subject) -> dict[str, Any]:
    """The same load by wrk, which has threads and ends by time."""
    length = {"duration_s": subject.workload.duration_s or A_TRIAL_S, "requests": None}
    return {"tool": "wrk", "threads": _threads(subject)} | length


def _threads(subject: Subject) -> int:
    """As many as the load tool has CPUs, and as share the connections evenly."""
    connections, cpus = subject.workload.connections, len(_load_cpus(subject) or {0})
    return next(n for n in range(min(cpus, connections), 0, -1) if connections % n == 0)


def _load_cpus(subject: Subject) -> frozenset[int] | None:
    if "pin.load" in subject.knobs:
        return parse_cpu_list(str(subject.knobs["pin.load"]))
    return subject.host_cpus("load")


RULE = Rule(
    code="tool_is_the_limit",
    severity="hint",
    text="ab has one thread, and up to httpd 2.4.62 at most 20,000 connections; threads beyond the load "
    "host's CPUs take turns. Then the figures describe the load tool.",
    example="workloads: [{tool: wrk, threads: 2, connections: 64, duration: 10s}]",
    source="Manual page and source of ab; the tools' own --help",
    find=find,
)
