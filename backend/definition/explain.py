"""Diagnostics that a definition asks for: which, under which load, at what cost. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agents.catalog.tools import TOOLS
from agents.contract.diagnostics import DiagnosticKind
from agents.contract.workload import MAX_CONNECTIONS, Workload
from backend.definition.duration import TRIAL_OVERHEAD_S, total_seconds
from backend.definition.fresh_servers import per_start
from backend.definition.halving import stages_of
from backend.definition.issues import Issue
from backend.definition.model import MIN_PROFILES, Definition, DiagnosticOptions

PROBES: tuple[DiagnosticKind, ...] = ("same_load", "fewer_connections", "more_connections", "more_threads")
"""The first one moves nothing: machines change over the minutes, so the others are held against it."""
CHANGE = 0.25
"""How far a probe moves the connections."""
WORTH = 0.1
"""The share of an experiment's time that probes may take where nobody asked for them."""
ENOUGH_SAMPLES = 1500
"""Of the server under test, in all profiles of a run together: with fewer, rounds of profiles are added. Then
five rounds name a cause of a seventh of the CPU time in about 9 of 10 experiments, and with 500 in about 2 of
10 (40 simulated experiments each)."""
BUDGET = 2
"""How many times as many rounds of profiles are made at most as are asked for."""
_HZ, _USUAL_HZ, _SAMPLES = 499, 99, 2500
"""Samples a second of CPU time, at least and at most, and in a diagnostic: what perf keeps has a bound."""
_READ_S: Mapping[DiagnosticKind, float] = {"profile": 4.0, "system_calls": 2.0}
"""From the end of the load until perf has attached, ended and been read."""


@dataclass(frozen=True)
class PlannedDiagnostics:
    """`seconds` is wall time of all of them, `max_more` ones too: those that are made where samples lack."""

    what: str  # probe, profile or system_calls
    diagnostics: int
    seconds: float
    max_more: int = 0


def check(definition: Definition) -> Iterator[Issue]:
    options = definition.diagnostics
    if 0 < options.profile < MIN_PROFILES:
        text = f"an interval needs at least {MIN_PROFILES} rounds of profiles; got {options.profile}"
        yield (("diagnostics", "profile"), text)
    if definition.ceiling and (options.probe is True or options.profile or options.system_calls):
        yield (("diagnostics",), "a search for the ceiling has no diagnostics; leave diagnostics out")


def rounds_of(options: DiagnosticOptions, with_probe: bool) -> list[tuple[DiagnosticKind, ...]]:
    """The kinds of each round of diagnostics: exact counts first, then probes, then profiles."""
    rounds: list[tuple[DiagnosticKind, ...]] = []
    if options.system_calls:
        rounds.append(("system_calls",))
    if with_probe:
        rounds.append(PROBES)
    for _ in range(options.profile):
        rounds.append(("profile",))
    return rounds


def most_profiles(definition: Definition) -> int:
    """Rounds of profiles, added ones too; more say nothing where one start of the servers serves all."""
    return definition.diagnostics.profile * (BUDGET if per_start(definition) else 1)


def hz_of(duration: int) -> int:
    """Samples a second of CPU time in a profile of so many seconds."""
    return max(_USUAL_HZ, min(_HZ, _SAMPLES // duration))


def lacks_samples(samples: Iterable[int], rounds: int, most_rounds: int) -> bool:
    """Whether to add a round of profiles, by the samples of each run; 0 where perf cannot see it at all."""
    return rounds < most_rounds and any(0 < count < ENOUGH_SAMPLES for count in samples)


def has_probe(definition: Definition, variants: int) -> bool:
    """Whether probes are made; `variants` counts the control."""
    probe = definition.diagnostics.probe
    if definition.ceiling or probe != "auto":
        return bool(probe) and not definition.ceiling
    return _probe_seconds(definition, variants) < WORTH * total_seconds(definition, variants)


def plan_looks(definition: Definition, variants: int) -> tuple[PlannedDiagnostics, ...]:
    """The diagnostics of each kind; the control has none, for it is the baseline once more."""
    if definition.ceiling:
        return ()
    options, runs = definition.diagnostics, _runs(definition, variants)
    all_diagnostics = [
        PlannedDiagnostics("system_calls", runs, _seconds(definition, "system_calls", 1, runs)),
        PlannedDiagnostics("probe", runs * len(PROBES), _probe_seconds(definition, variants)),
        PlannedDiagnostics(
            "profile",
            runs * options.profile,
            _seconds(definition, "profile", most_profiles(definition), runs),
            runs * (most_profiles(definition) - options.profile),
        ),
    ]
    is_wanted_of = (options.system_calls, has_probe(definition, variants), options.profile > 0)
    return tuple(
        diagnostics for diagnostics, is_wanted in zip(all_diagnostics, is_wanted_of, strict=True) if is_wanted
    )


def seconds(definition: Definition, variants: int) -> float:
    """Wall seconds of all diagnostics; `variants` counts the control."""
    return sum(diagnostics.seconds for diagnostics in plan_looks(definition, variants))


def _runs(definition: Definition, variants: int) -> int:
    stages = stages_of(definition)
    variant_count = stages[-1].candidates + 1 if stages else variants - definition.control
    return variant_count * len(definition.workloads)


def _probe_seconds(definition: Definition, variants: int) -> float:
    runs = _runs(definition, variants)
    return sum(_seconds(definition, kind, 1, runs) for kind in PROBES)


def _seconds(definition: Definition, kind: DiagnosticKind, rounds: int, runs: int) -> float:
    diagnostic_seconds = definition.diagnostics.duration + TRIAL_OVERHEAD_S + _READ_S.get(kind, 0.0)
    diagnostic_seconds += definition.warmup.trial
    return rounds * runs * diagnostic_seconds


def of_stored(definition: Mapping[str, Any]) -> DiagnosticOptions | None:
    """What a stored definition asks for; None where it is older than diagnostics, or a search."""
    raw = definition.get("diagnostics")
    return DiagnosticOptions.model_validate(raw) if raw and not definition.get("ceiling") else None


def is_profiled(definition: Mapping[str, Any]) -> bool:
    """Whether a stored definition asks for profiles."""
    options = of_stored(definition)
    return bool(options and options.profile)


def load_of(kind: DiagnosticKind, workload: Workload, duration: int, cpus: int) -> Workload | None:
    """The load of a diagnostic for `duration` seconds; None where it would not differ as it should.

    `cpus`: those that the load tool may use. Connections stay a multiple of the threads.
    """
    by_time = "duration" in TOOLS[workload.tool].ends_by
    length = {"duration_s": duration, "requests": None} if by_time else {}
    change: dict[str, int] = {}
    if kind == "more_threads":
        threads = workload.threads + 1
        total = threads * workload.processes
        if threads > TOOLS[workload.tool].threads.maximum or total > min(cpus, workload.connections):
            return None
        change = {"threads": threads, "connections": _multiple(workload.connections, threads)}
    elif kind in PROBES and kind != "same_load":
        target_connections = workload.connections * (1 + (CHANGE if kind == "more_connections" else -CHANGE))
        connections = _multiple(target_connections, workload.threads)
        if connections == workload.connections:
            connections += workload.threads if kind == "more_connections" else -workload.threads
        if not workload.total_threads <= connections <= MAX_CONNECTIONS:
            return None
        change = {"connections": connections}
        if not by_time and workload.requests and workload.requests < connections:
            return None
    return Workload.model_validate(workload.model_dump() | length | change)


def _multiple(connections: float, threads: int) -> int:
    return max(1, round(connections / threads)) * threads
