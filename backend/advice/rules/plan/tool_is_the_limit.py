"""A load tool that cannot load what is under test."""

from collections.abc import Iterator
from typing import Any

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.tools import DEFAULT_TOOL, TOOLS
from backend.advice.rule import Hit, Instead, Rule, Subject

A_TRIAL_S = 10


def find(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    tool, instead = TOOLS[workload.tool], Instead(workload=with_default_tool(subject))
    if tool.max_connections and workload.connections > tool.max_connections:
        text = (
            f"{tool.name} refuses more than {tool.max_connections} connections {tool.max_connections_until}"
        )
        yield Hit(text, None, instead, workload=True)
    if tool.threads.maximum == 1 and (subject.workers or 1) > 1:
        text = (
            f"{tool.name} has one thread, nginx {subject.workers} workers: "
            f"the figures may be those of {tool.name}"
        )
        yield Hit(text, None, instead, workload=True)
    cpus = load_cpus(subject)
    if cpus and workload.host_threads > len(cpus) and "pin.load" not in subject.knobs:
        text = f"{workload.tool} starts {workload.host_threads} threads on a host with {len(cpus)} CPUs"
        fewer = Instead(workload={"threads": _threads(subject)})
        yield Hit(text, None, fewer, workload=True)


def with_default_tool(subject: Subject) -> dict[str, Any]:
    """The same load by the default tool, which has threads and ends by time."""
    length = {"duration_s": subject.workload.duration_s or A_TRIAL_S, "requests": None}
    return {"tool": DEFAULT_TOOL, "threads": _threads(subject)} | length


def _threads(subject: Subject) -> int:
    """As many as the load tool has CPUs, and as share the connections evenly."""
    connections, cpus = subject.workload.connections, len(load_cpus(subject) or {0})
    return next(n for n in range(min(cpus, connections), 0, -1) if connections % n == 0)


def load_cpus(subject: Subject) -> frozenset[int] | None:
    """The CPUs of the load tool: those that it is pinned to, else the host's; None when unknown."""
    if "pin.load" in subject.knobs:
        return parse_cpu_list(str(subject.knobs["pin.load"]))
    return subject.host_cpus("load")


def _limits() -> str:
    """What single tools cannot carry, of all in the catalog."""
    return "; ".join(
        f"{tool.name} has one thread, and {tool.max_connections_until} at most {tool.max_connections:,} "
        "connections"
        for tool in TOOLS.values()
        if tool.threads.maximum == 1 and tool.max_connections
    )


RULE = Rule(
    code="tool_is_the_limit",
    severity="hint",
    text=f"{_limits()}; threads beyond the load host's CPUs take turns. Then the figures describe the "
    "load tool.",
    example=f"workloads: [{{tool: {DEFAULT_TOOL}, threads: 2, connections: 64, duration: 10s}}]",
    source="Manual pages and sources of the tools; their own --help",
    find=find,
)
