"""A definition's search for the ceiling: probes that its tools can take, and what a trial says as a probe."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.experiments.definition.ceiling_search import Probe, Search, bracket
from backend.experiments.definition.issues import Finding

if TYPE_CHECKING:
    from backend.experiments.definition.model import Ceiling, Definition
    from backend.experiments.results.trial_values import Measured
    from backend.records.runs import Trial

CEILING = "ceiling"
FAILING = frozenset({"failed_requests", "connections", "no_request"})
"""Findings that are a probe's answer; other reasons to leave a trial out say nothing about the server."""
TOOL_FAILED = "tool_failed"
"""The load tool ended with an error: too many connections for the server can be why."""


T = TypeVar("T", bound="Trial | Measured")


def is_search(definition: Mapping[str, Any]) -> bool:
    """Whether a stored definition asks for the ceiling."""
    return definition.get("kind") == CEILING


def search_of(ceiling: "Ceiling", workload: Workload) -> Search:
    """wrk drops what its threads cannot share evenly, so its probes are multiples of them."""
    unit = workload.threads if workload.tool == "wrk" else 1
    return Search(ceiling.start, ceiling.to, ceiling.resolution, unit, ceiling.confirm)


def is_clean(trial: "Trial | Measured") -> bool | None:
    """Whether a probe had no failure; None while it is open, and where something else spoilt it."""
    if trial.state == TrialState.DONE:
        return True
    reasons = {f["code"] for f in trial.findings if f.get("level") == "invalid"}
    if trial.state == TrialState.INVALID and reasons <= FAILING:
        return False
    died = trial.state == TrialState.FAILED and (trial.failure or {}).get("code") == TOOL_FAILED
    return False if died else None


def probes_of(trials: "Iterable[Trial | Measured]") -> list[Probe]:
    """The answers among one run's trials, in their order."""
    answers = ((t.connections, is_clean(t)) for t in trials)
    return [Probe(n, clean) for n, clean in answers if n is not None and clean is not None]


def at_one_load(trials: Iterable[T]) -> list[T]:
    """Trials whose figures can be averaged: of a search's probes only those at its largest clean number."""
    trials = list(trials)
    by_run: dict[str, list[T]] = {}
    for trial in trials:
        by_run.setdefault(trial.run_id, []).append(trial)
    ceilings = {run_id: bracket(probes_of(own)).clean for run_id, own in by_run.items()}
    return [t for t in trials if t.connections in (None, ceilings[t.run_id])]


def most_connections(definition: "Definition", workload: Workload) -> int:
    """The largest number of connections that a workload may open."""
    return definition.ceiling.to if definition.ceiling else workload.connections


def check(definition: "Definition") -> Iterator[Finding]:
    """What is wrong with a search: its range, and probes that a load tool cannot take."""
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
            text = f"resolution must be at least {unit}: wrk takes multiples of its {unit} threads"
            yield (("ceiling", "resolution"), text)
        yield from _largest(workload, ceiling.to)


def _largest(workload: Workload, connections: int) -> Iterator[Finding]:
    try:
        Workload.model_validate(workload.model_dump() | {"connections": connections})
    except ValidationError as error:
        said = [e["msg"].removeprefix("Value error, ") for e in error.errors(include_url=False)]
        yield (("ceiling", "to"), f"the largest probe of workload “{workload.name}”: {said[0]}")


def tidied(data: dict[str, Any], start: int) -> None:
    """In plain data: every workload begins at the first probe, a control has to be asked for.

    `start`: the first probe where the data names none.
    """
    settings = data.get("ceiling")
    if settings is None:
        settings = data["ceiling"] = {}
    data.setdefault("control", False)
    first = settings.get("from", start) if isinstance(settings, dict) else start
    workloads = data.get("workloads")
    for workload in workloads if isinstance(workloads, list) else []:
        if isinstance(workload, dict) and isinstance(first, int) and not isinstance(first, bool):
            workload["connections"] = first
