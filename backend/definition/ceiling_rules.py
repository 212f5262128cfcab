"""A definition's search for the ceiling: what must hold, and probes that its tools can take. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from agents.catalog.tools import TOOLS
from agents.contract.workload import Workload
from backend.definition.ceiling_search import Search
from backend.definition.issues import Issue
from backend.definition.model import FIRST_PROBE, Ceiling, Definition

CEILING = "ceiling"
FAILING = frozenset({"failed_requests", "connections", "no_request"})
"""Findings that are a probe's answer; other reasons to leave a trial out say nothing about the server."""


def is_search(definition: Mapping[str, Any]) -> bool:
    """Whether a stored definition asks for the ceiling."""
    return definition.get("kind") == CEILING


def search_of(ceiling: Ceiling, workload: Workload) -> Search:
    """Some tools drop what their threads cannot share evenly: probes are multiples of the threads then."""
    unit = workload.threads if TOOLS[workload.tool].even_connections else 1
    return Search(ceiling.start, ceiling.to, ceiling.resolution, unit, ceiling.confirm)


def max_connections(definition: Definition, workload: Workload) -> int:
    """The largest number of connections that a workload may open."""
    return definition.ceiling.to if definition.ceiling else workload.connections


def check(definition: Definition) -> Iterator[Issue]:
    """Find what is wrong with a search: its range, and probes that a load tool cannot take."""
    ceiling = definition.ceiling
    if ceiling is None:
        return
    if definition.kind != CEILING:
        yield (("ceiling",), "ceiling needs kind: ceiling")
        return
    if ceiling.to <= ceiling.start:
        yield (("ceiling", "to"), f"to must be more than from ({ceiling.start}); got {ceiling.to}")
        return
    for workload in definition.workloads:
        unit = search_of(ceiling, workload).unit
        if ceiling.resolution < unit:
            text = (
                f"resolution must be at least {unit}: {workload.tool} takes multiples of its {unit} threads"
            )
            yield (("ceiling", "resolution"), text)
        yield from _largest(workload, ceiling.to)


def _largest(workload: Workload, connections: int) -> Iterator[Issue]:
    try:
        Workload.model_validate(workload.model_dump() | {"connections": connections})
    except ValidationError as error:
        messages = [e["msg"].removeprefix("Value error, ") for e in error.errors(include_url=False)]
        yield (("ceiling", "to"), f"the largest probe of workload “{workload.name}”: {messages[0]}")


def normalize(data: dict[str, Any]) -> None:
    """Normalise plain data: every workload begins at the first probe, a control has to be asked for."""
    settings = data.get("ceiling")
    if settings is None:
        settings = data["ceiling"] = {}
    data.setdefault("control", False)
    first = settings.get("from", FIRST_PROBE) if isinstance(settings, dict) else FIRST_PROBE
    workloads = data.get("workloads")
    for workload in workloads if isinstance(workloads, list) else []:
        if isinstance(workload, dict) and isinstance(first, int) and not isinstance(first, bool):
            workload["connections"] = first
