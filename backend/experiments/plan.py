"""From a definition to runs, rounds and their order, with the time it takes. No I/O, no clock."""

import json
import random
from dataclasses import dataclass
from typing import Literal

from agents.contract.knobs import Value
from agents.contract.states import Topology
from agents.contract.workload import Workload
from agents.render import host_settings
from backend.comparisons.power import smallest_effect
from backend.experiments.definition import Definition
from backend.experiments.estimate import most_trials, total_seconds, trials_seconds
from backend.experiments.rules import CONTROL
from backend.experiments.variants import ResolvedVariant, baseline_of, resolve_variants, variant_hash

MOST_PROBES = 1000
"""More than any search takes: positions that are kept free for one run's."""

__all__ = [
    "CONTROL",
    "Plan",
    "PlannedRun",
    "PlannedTrial",
    "ResolvedVariant",
    "baseline_of",
    "make_plan",
    "resolve_variants",
    "variant_hash",
]


@dataclass(frozen=True)
class PlannedRun:
    """One variant under one workload. With several workloads each has its baseline and its control."""

    position: int
    name: str
    variant: str
    parent: str | None
    knobs: dict[str, Value]
    variant_hash: str
    factors: dict[str, str]
    workload: Workload
    topology: Topology
    is_baseline: bool
    is_control: bool


@dataclass(frozen=True)
class PlannedTrial:
    """`run` is the run's position; `position` counts through the whole experiment.

    `connections`: of a search's first probe, which is all of it that is known ahead.
    """

    run: int
    round: int
    position: int
    connections: int | None = None


@dataclass(frozen=True)
class Plan:
    """`seconds` is wall time, `load_seconds` the part that is measured; `rounds` those of the longest run.

    `most_trials` by the run's position; more than `trials` only where a search plans as it goes.

    `smallest_effect` (0.05 = 5%) is the change that the trials show in 80% of experiments, None if unknown.
    """

    runs: tuple[PlannedRun, ...]
    trials: tuple[PlannedTrial, ...]
    most_trials: tuple[int, ...]
    seed: int
    rounds: int
    seconds: float
    load_seconds: float
    smallest_effect: float | None


def make_plan(definition: Definition, seed: int, noise_cv: float | None = None) -> Plan:
    """`noise_cv` is the coefficient of variation of this testbed's trials, if it is known."""
    runs = _runs(definition)
    variants = len(runs) // len(definition.workloads)
    most = tuple(most_trials(definition, run.workload) for run in runs)
    return Plan(
        runs=tuple(runs),
        trials=tuple(
            _first_probes(definition, runs, seed) if definition.ceiling else _all(definition, runs, seed)
        ),
        most_trials=most,
        seed=seed,
        rounds=max(most),
        seconds=total_seconds(definition, variants),
        load_seconds=trials_seconds(definition, variants),
        # A round's log ratio has the noise of two trials.
        smallest_effect=None
        if noise_cv is None or definition.ceiling
        else smallest_effect(2**0.5 * noise_cv, definition.trials),
    )


def _all(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    return _trials(runs, definition.trials, definition.order, seed)


def _first_probes(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    """The first of each run; in sequential order with room for those that follow it."""
    apart = MOST_PROBES if definition.order == "sequential" else 1
    firsts = _trials(runs, 1, definition.order, seed)
    return [PlannedTrial(t.run, 0, t.position * apart, runs[t.run].workload.connections) for t in firsts]


def _together(row: list[int], groups: list[str]) -> list[int]:
    """Runs that change their hosts alike one after the other: a host changes once a round for each group.

    Groups come in the order of their first run and keep their runs' order, so both stay random.
    """
    first = {group: i for i, group in reversed(list(enumerate(groups[run] for run in row)))}
    return sorted(row, key=lambda run: first[groups[run]])


def _settings_of(run: PlannedRun) -> str:
    settings = host_settings(run.knobs, run.topology)
    return json.dumps({role: [s.model_dump() for s in of] for role, of in settings.items()})


def _runs(definition: Definition) -> list[PlannedRun]:
    variants = resolve_variants(definition)
    baseline = baseline_of(definition, variants)
    several = len(definition.workloads) > 1
    runs: list[PlannedRun] = []
    for workload in definition.workloads:
        suffix = f" · {workload.name}" if several else ""
        for variant in variants:
            runs.append(_run(len(runs), variant, workload, suffix, variant is baseline))
        if definition.control:
            runs.append(_control(len(runs), baseline, workload, suffix))
    return runs


def _run(
    position: int, variant: ResolvedVariant, workload: Workload, suffix: str, is_baseline: bool
) -> PlannedRun:
    return PlannedRun(
        position=position,
        name=variant.name + suffix,
        variant=variant.name,
        parent=variant.parent,
        knobs=variant.knobs,
        variant_hash=variant.hash,
        factors=variant.factors,
        workload=workload,
        topology=variant.topology,
        is_baseline=is_baseline,
        is_control=False,
    )


def _control(position: int, baseline: ResolvedVariant, workload: Workload, suffix: str) -> PlannedRun:
    return PlannedRun(
        position=position,
        name=CONTROL + suffix,
        variant=CONTROL,
        parent=baseline.name,
        knobs=baseline.knobs,
        variant_hash=baseline.hash,
        factors=baseline.factors,
        workload=workload,
        topology=baseline.topology,
        is_baseline=False,
        is_control=True,
    )


def _trials(
    runs: list[PlannedRun], rounds: int, order: Literal["interleaved", "sequential"], seed: int
) -> list[PlannedTrial]:
    """Interleaved: each round is a random permutation of all runs. Sequential: run after run."""
    positions = range(len(runs))
    if order == "sequential":
        pairs = [(run, i) for run in positions for i in range(rounds)]
    else:
        shuffled, groups = random.Random(seed), [_settings_of(run) for run in runs]
        rows = (_together(shuffled.sample(positions, len(runs)), groups) for _ in range(rounds))
        pairs = [(run, i) for i, row in enumerate(rows) for run in row]
    return [PlannedTrial(run, i, position) for position, (run, i) in enumerate(pairs)]
