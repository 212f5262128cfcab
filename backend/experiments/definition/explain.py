"""Looks: what a definition has looked at after its measured trials, under which load, at what cost. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.catalog.tools import TOOLS
from agents.contract.diagnostics import LookKind
from agents.contract.workload import MAX_CONNECTIONS, Workload
from backend.experiments.definition.duration import TRIAL_OVERHEAD_S, total_seconds
from backend.experiments.definition.halving import stages_of
from backend.experiments.definition.issues import Issue
from backend.experiments.definition.model import FEWEST_PROFILES, Definition, Explain

PROBES: tuple[LookKind, ...] = ("same_load", "fewer_connections", "more_connections", "more_threads")
"""The first one moves nothing: machines change over the minutes, so the others are held against it."""
CHANGE = 0.25
"""How far a probe moves the connections."""
WORTH = 0.1
"""The share of an experiment's time that probes may take where nobody asked for them."""
_READ_S: Mapping[LookKind, float] = {"profile": 4.0, "system_calls": 2.0}
"""From the end of the load until perf has attached, ended and been read."""


@dataclass(frozen=True)
class PlannedLooks:
    """`seconds` is wall time of all of them."""

    what: str  # probe, profile or system_calls
    looks: int
    seconds: float


def check(definition: Definition) -> Iterator[Issue]:
    explain = definition.explain
    if 0 < explain.profile < FEWEST_PROFILES:
        text = f"an interval needs at least {FEWEST_PROFILES} rounds of profiles; got {explain.profile}"
        yield (("explain", "profile"), text)
    if definition.ceiling and (explain.probe is True or explain.profile or explain.system_calls):
        yield (("explain",), "a search for the ceiling has no looks; leave explain out")


def rounds_of(explain: Explain, with_probe: bool) -> list[tuple[LookKind, ...]]:
    """The kinds of each round of looks: exact counts first, then probes, then profiles."""
    rounds: list[tuple[LookKind, ...]] = []
    if explain.system_calls:
        rounds.append(("system_calls",))
    if with_probe:
        rounds.append(PROBES)
    for _ in range(explain.profile):
        rounds.append(("profile",))
    return rounds


def has_probe(definition: Definition, variants: int) -> bool:
    """Whether probes are made; `variants` counts the control."""
    probe = definition.explain.probe
    if definition.ceiling or probe != "auto":
        return bool(probe) and not definition.ceiling
    return _probe_seconds(definition, variants) < WORTH * total_seconds(definition, variants)


def planned(definition: Definition, variants: int) -> tuple[PlannedLooks, ...]:
    """Of each kind that is looked at; the control is not, for it is the baseline once more."""
    if definition.ceiling:
        return ()
    explain, runs = definition.explain, _runs(definition, variants)
    all_looks = [
        PlannedLooks("system_calls", runs, _seconds(definition, "system_calls", 1, runs)),
        PlannedLooks("probe", runs * len(PROBES), _probe_seconds(definition, variants)),
        PlannedLooks(
            "profile", runs * explain.profile, _seconds(definition, "profile", explain.profile, runs)
        ),
    ]
    is_wanted_of = (explain.system_calls, has_probe(definition, variants), explain.profile > 0)
    return tuple(looks for looks, is_wanted in zip(all_looks, is_wanted_of, strict=True) if is_wanted)


def seconds(definition: Definition, variants: int) -> float:
    """Wall seconds of all looks; `variants` counts the control."""
    return sum(looks.seconds for looks in planned(definition, variants))


def _runs(definition: Definition, variants: int) -> int:
    stages = stages_of(definition)
    variant_count = stages[-1].candidates + 1 if stages else variants - definition.control
    return variant_count * len(definition.workloads)


def _probe_seconds(definition: Definition, variants: int) -> float:
    runs = _runs(definition, variants)
    return sum(_seconds(definition, kind, 1, runs) for kind in PROBES)


def _seconds(definition: Definition, kind: LookKind, rounds: int, runs: int) -> float:
    look_seconds = definition.explain.duration + TRIAL_OVERHEAD_S + _READ_S.get(kind, 0.0)
    look_seconds += definition.warmup.trial
    return rounds * runs * look_seconds


def of_stored(definition: Mapping[str, Any]) -> Explain | None:
    """What a stored definition asks for; None where it is older than looks, or a search."""
    raw = definition.get("explain")
    return Explain.model_validate(raw) if raw and not definition.get("ceiling") else None


def is_profiled(definition: Mapping[str, Any]) -> bool:
    """Whether a stored definition asks for profiles."""
    explain = of_stored(definition)
    return bool(explain and explain.profile)


def load_of(kind: LookKind, workload: Workload, duration: int, cpus: int) -> Workload | None:
    """The load of a look for `duration` seconds; None where it would not differ as it should.

    `cpus`: those that the load tool may use. Connections stay a multiple of the threads.
    """
    by_time = "duration" in TOOLS[workload.tool].ends_by
    length = {"duration_s": duration, "requests": None} if by_time else {}
    change: dict[str, int] = {}
    if kind == "more_threads":
        threads = workload.threads + 1
        if threads > min(cpus, TOOLS[workload.tool].threads.maximum, workload.connections):
            return None
        change = {"threads": threads, "connections": _multiple(workload.connections, threads)}
    elif kind in PROBES and kind != "same_load":
        target_connections = workload.connections * (1 + (CHANGE if kind == "more_connections" else -CHANGE))
        connections = _multiple(target_connections, workload.threads)
        if connections == workload.connections:
            connections += workload.threads if kind == "more_connections" else -workload.threads
        if not workload.threads <= connections <= MAX_CONNECTIONS:
            return None
        change = {"connections": connections}
        if not by_time and workload.requests and workload.requests < connections:
            return None
    return Workload.model_validate(workload.model_dump() | length | change)


def _multiple(connections: float, threads: int) -> int:
    return max(1, round(connections / threads)) * threads
