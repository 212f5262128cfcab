"""From a definition to runs, rounds and their order, with the time it takes. Pure."""

import json
import random
from collections import Counter
from dataclasses import dataclass, replace

from agents.contract.knobs import Value
from agents.contract.states import Topology
from agents.contract.workload import Workload
from agents.render import host_settings
from backend.experiments.definition.consistency import CONTROL
from backend.experiments.definition.duration import (
    baselines_in_round,
    max_trials,
    total_seconds,
    trial_seconds,
    trials_seconds,
)
from backend.experiments.definition.fresh_servers import per_start
from backend.experiments.definition.model import Definition
from backend.experiments.definition.round_order import Part, round_order
from backend.experiments.definition.variants import (
    ResolvedVariant,
    baseline_of,
    resolve_variants,
    variant_hash,
)
from backend.experiments.planning.proposals import Fewest, design_of, fewest
from backend.experiments.planning.server_words import servers_sentence
from backend.statistics.power import round_sd
from backend.statistics.starts import effect_with_starts

MOST_PROBES = 1000
"""More than any search takes: positions that are kept free for one run's."""

FEWEST_EQUAL = 3
"""Runs of a calibration: a pair alone says little of how often equals are called."""

__all__ = [
    "CONTROL",
    "Plan",
    "PlannedRun",
    "PlannedTrial",
    "ResolvedVariant",
    "baseline_of",
    "is_calibration",
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
    """`run` is the run's position; `position` counts through the whole experiment; `repeat`, from 1, the
    trials of one run in one round: the baseline has several in a long one.

    `connections`: of a search's first probe, which is all of it that is known ahead.
    """

    run: int
    round: int
    position: int
    repeat: int = 1
    connections: int | None = None


@dataclass(frozen=True)
class Plan:
    """`seconds` is wall time, `load_seconds` the part that is measured; `rounds` those of the longest run.

    `max_trials` by the run's position; more than `trials` only where a search plans as it goes.

    `smallest_effect` (0.05 = 5%) is the change that the trials show in 80% of experiments, None if unknown;
    `sd` the standard deviation of a round's log ratio that it comes from.

    `servers`: how often they are started, in a sentence; None for a search.

    `fewest`: where rounds may end early; the rest then describes the maximum.
    """

    runs: tuple[PlannedRun, ...]
    trials: tuple[PlannedTrial, ...]
    max_trials: tuple[int, ...]
    seed: int
    rounds: int
    seconds: float
    load_seconds: float
    smallest_effect: float | None
    sd: float | None
    servers: str | None
    rounds_per_start: int
    fewest: Fewest | None


def make_plan(
    definition: Definition, seed: int, noise_cv: float | None = None, between: float | None = None
) -> Plan:
    """`noise_cv` is the coefficient of variation of this testbed's trials, `between` that of starts of one
    server against another; None where they are not known.
    """
    runs = _runs(definition)
    variants = len(runs) // len(definition.workloads)
    most = tuple(_most_of(definition, run, variants) for run in runs)
    sd = _round_sd(definition, variants, noise_cv)
    return Plan(
        runs=tuple(runs),
        trials=tuple(
            _first_probes(definition, runs, seed) if definition.ceiling else _all(definition, runs, seed)
        ),
        max_trials=most,
        seed=seed,
        rounds=max(max_trials(definition, workload) for workload in definition.workloads),
        seconds=total_seconds(definition, variants),
        load_seconds=trials_seconds(definition, variants),
        smallest_effect=None
        if sd is None
        else effect_with_starts(sd, design_of(definition, variants), per_start(definition), between),
        sd=sd,
        rounds_per_start=per_start(definition),
        servers=servers_sentence(
            definition, len(runs), any(host_settings(r.knobs, r.topology) for r in runs), between
        ),
        fewest=fewest(definition, variants, sum(most) // definition.max_rounds, sd),
    )


def is_calibration(definition: Definition, plan: Plan) -> bool:
    """Whether all runs are equal, so that what differs is noise: three at least, of one load."""
    equal = len({run.variant_hash for run in plan.runs}) == 1 and len(definition.workloads) == 1
    return equal and len(plan.runs) >= FEWEST_EQUAL and not definition.ceiling


def _round_sd(definition: Definition, variants: int, noise_cv: float | None) -> float | None:
    if noise_cv is None or definition.ceiling:
        return None
    return round_sd(noise_cv, _is_repeated(definition, variants))


def _most_of(definition: Definition, run: PlannedRun, variants: int) -> int:
    most = max_trials(definition, run.workload)
    return most * baselines_in_round(definition, run.workload, variants) if run.is_baseline else most


def _is_repeated(definition: Definition, variants: int) -> bool:
    """Whether every workload's baseline is: the smallest change has to hold for all."""
    return all(baselines_in_round(definition, w, variants) > 1 for w in definition.workloads)


def _all(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    return _trials(definition, runs, definition.max_rounds, seed)


def _first_probes(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    """The first of each run; in sequential order with room for those that follow it."""
    apart = MOST_PROBES if definition.order == "sequential" else 1
    firsts = _trials(definition, runs, 1, seed)
    return [
        replace(t, position=t.position * apart, connections=runs[t.run].workload.connections) for t in firsts
    ]


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
    """The baseline once more, under a name of its own."""
    copy = _run(position, baseline, workload, suffix, is_baseline=False)
    return replace(copy, name=CONTROL + suffix, variant=CONTROL, parent=baseline.name, is_control=True)


def _trials(definition: Definition, runs: list[PlannedRun], rounds: int, seed: int) -> list[PlannedTrial]:
    """Interleaved: each round is a random order of all runs. Sequential: run after run."""
    if definition.order == "sequential":
        order = [(run.position, i) for run in runs for i in range(rounds)]
    else:
        parts, rng = _parts(definition, runs), random.Random(seed)
        order = [(run, i) for i in range(rounds) for run in round_order(parts, rng)]
    seen: Counter[tuple[int, int]] = Counter()
    trials = []
    for position, (run, i) in enumerate(order):
        seen[run, i] += 1
        trials.append(PlannedTrial(run, i, position, seen[run, i]))
    return trials


def _parts(definition: Definition, runs: list[PlannedRun]) -> list[Part]:
    """The runs by workload. Probes of a search are one to a run, so none of its rounds is long."""
    parts = []
    for workload in definition.workloads:
        own = [run for run in runs if run.workload == workload]
        parts.append(
            Part(
                baseline=next(run.position for run in own if run.is_baseline),
                runs=[run.position for run in own],
                groups=[_settings_of(run) for run in own],
                trial_s=0.0 if definition.ceiling else trial_seconds(definition, workload),
            )
        )
    return parts
