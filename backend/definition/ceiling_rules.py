"""A definition's search for the ceiling: what must hold, and probes that its tools can take. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from agents.catalog.tools import TOOLS, any_of
from agents.contract.workload import MAX_CONNECTIONS, MAX_RATE, Workload
from backend.definition.ceiling_search import Search
from backend.definition.issues import Issue
from backend.definition.model import FIRST_PROBE, Ceiling, Definition
from backend.definition.units import seconds_of

CEILING = "ceiling"
FIRST_RATES = {"from": 500, "to": 16_000, "resolution": 100}
"""Defaults of a search over the rate."""
_MAX_LOADS = {"connections": MAX_CONNECTIONS, "rate": MAX_RATE}
_OPEN_LOOP = {name: tool for name, tool in TOOLS.items() if tool.open_loop}
FAILING = frozenset({"failed_requests", "connections", "no_request", "backlog", "latency_limit"})
"""Findings that are a probe's answer; other reasons to leave a trial out say nothing about the server."""


def is_search(definition: Mapping[str, Any]) -> bool:
    """Whether a stored definition asks for the ceiling."""
    return definition.get("kind") == CEILING


def search_of(ceiling: Ceiling, workload: Workload) -> Search:
    """Some tools drop what their threads cannot share evenly: probes are multiples of the threads then.

    A rate is a multiple of the processes that share it.
    """
    unit = workload.threads if TOOLS[workload.tool].even_connections else 1
    unit = workload.processes if ceiling.of == "rate" else unit
    return Search(ceiling.start, ceiling.to, ceiling.resolution, unit, ceiling.confirm)


def searched_connections(definition: Definition) -> int | None:
    """The most connections that a search tries; None where it is none over connections."""
    ceiling = definition.ceiling
    return ceiling.to if ceiling and ceiling.of == "connections" else None


def max_connections(definition: Definition, workload: Workload) -> int:
    """The largest number of connections that a workload may open."""
    return searched_connections(definition) or workload.connections


def max_rate(definition: Definition, workload: Workload) -> int | None:
    """The largest rate that a workload may have; None: as fast as its tool can."""
    ceiling = definition.ceiling
    return ceiling.to if ceiling and ceiling.of == "rate" else workload.rate


def check(definition: Definition) -> Iterator[Issue]:
    """Find what is wrong with a search: its range, and probes that a load tool cannot take."""
    ceiling = definition.ceiling
    if ceiling is None:
        return
    if definition.kind != CEILING:
        yield (("ceiling",), "ceiling needs kind: ceiling")
        return
    if ceiling.to > (most := _MAX_LOADS[ceiling.of]):
        yield (("ceiling", "to"), f"to must be at most {most}; got {ceiling.to}")
        return
    if ceiling.to <= ceiling.start:
        yield (("ceiling", "to"), f"to must be more than from ({ceiling.start}); got {ceiling.to}")
        return
    for workload in definition.workloads:
        if ceiling.of == "rate" and not TOOLS[workload.tool].open_loop:
            text = (
                f"{workload.tool} sends as fast as it can; a search over the rate needs {any_of(_OPEN_LOOP)}"
            )
            yield (("ceiling", "of"), text)
            continue
        unit = search_of(ceiling, workload).unit
        if ceiling.resolution < unit:
            parts = "processes" if ceiling.of == "rate" else "threads"
            text = (
                f"resolution must be at least {unit}: {workload.tool} takes multiples of its {unit} {parts}"
            )
            yield (("ceiling", "resolution"), text)
        yield from _largest(workload, ceiling)


def _largest(workload: Workload, ceiling: Ceiling) -> Iterator[Issue]:
    try:
        Workload.model_validate(workload.model_dump() | {ceiling.of: ceiling.to})
    except ValidationError as error:
        messages = [e["msg"].removeprefix("Value error, ") for e in error.errors(include_url=False)]
        yield (("ceiling", "to"), f"the largest probe of workload “{workload.name}”: {messages[0]}")


def limit_words(ceiling: Ceiling) -> str:
    """“p99 ≤ 5 ms”; empty without a limit."""
    return ", ".join(f"{name} ≤ {seconds * 1e3:g} ms" for name, seconds in ceiling.latency.items())


def normalize(data: dict[str, Any]) -> list[Issue]:
    """Normalise plain data: every workload begins at the first probe, a control has to be asked for."""
    settings = data.get("ceiling")
    if settings is None:
        settings = data["ceiling"] = {}
    data.setdefault("control", False)
    if not isinstance(settings, dict):
        settings = {}
    is_of_rate = settings.get("of") == "rate"
    if is_of_rate:
        settings |= {name: value for name, value in FIRST_RATES.items() if name not in settings}
    first = settings.get("from", FIRST_PROBE)
    workloads = data.get("workloads")
    for workload in workloads if isinstance(workloads, list) else []:
        if not isinstance(workload, dict) or not isinstance(first, int) or isinstance(first, bool):
            continue
        if not is_of_rate or workload.get("tool") in _OPEN_LOOP:
            workload["rate" if is_of_rate else "connections"] = first
    return list(_read_limits(settings))


def _read_limits(settings: dict[str, Any]) -> Iterator[Issue]:
    """Latencies become seconds."""
    limits = settings.get("latency")
    if not isinstance(limits, dict):
        return
    for name, value in list(limits.items()):
        try:
            limits[name] = seconds_of(value)
        except ValueError as error:
            del limits[name]
            yield (("ceiling", "latency", str(name)), f"{str(name)[:20]} {error}")
