"""From a definition to runs, rounds and their order, with the time it takes. Pure where a seed is given."""

import secrets
from dataclasses import dataclass, replace

from agents.contract.workload import Workload
from agents.render import external_target
from backend.definition import explain
from backend.definition.consistency import CONTROL
from backend.definition.duration import (
    all_trials,
    baselines_in_round,
    max_trials,
    total_seconds,
    trials_seconds,
)
from backend.definition.fresh_servers import per_start
from backend.definition.halving import Stage, stages_of
from backend.definition.model import Definition
from backend.definition.variants import (
    ResolvedVariant,
    baseline_of,
    candidate_counts,
    compared_variants,
    resolve_variants,
)
from backend.definition.workloads import rate_shares
from backend.planning.design import Fewest, counted_of, fewest, leaning_spreads_of
from backend.planning.rounds import PlannedRun, PlannedTrial, trials_of, trials_of_stage
from backend.planning.server_words import servers_sentence
from backend.statistics.estimate import MIN_TRIMMED
from backend.statistics.power import round_sd
from backend.statistics.promise import smallest_effect

MAX_PROBES = 1000
"""More than any search takes: positions that are kept free for one run's."""

MIN_EQUAL = 3
"""Runs of a calibration: a pair alone says little of how often equals are called."""


@dataclass(frozen=True)
class Plan:
    """`seconds` is wall time, `load_seconds` the part that is measured; `rounds` those of the longest run.

    `most_trials` by the workload's name; more than `trials` only where trials are planned as it goes.

    `smallest_effect` (0.05 = 5%) is the change that the trials show in 80% of experiments, None if unknown;
    `sd` the standard deviation of a round's log ratio that it comes from.

    `ceiling`: how the baseline's is found before the first trial, in a sentence; None where nothing needs it.

    `servers`: how often they are started, in a sentence; None for a search and where none is ours.

    `fewest`: where rounds may end early; the rest then describes the maximum.

    `stages`: of halving; of the first alone the trials are known.

    `diagnostics`: of each kind how many, and their wall time; `seconds` counts them.
    """

    runs: tuple[PlannedRun, ...]
    trials: tuple[PlannedTrial, ...]
    most_trials: dict[str, int]
    seed: int
    rounds: int
    seconds: float
    load_seconds: float
    smallest_effect: float | None
    sd: float | None
    servers: str | None
    ceiling: str | None
    rounds_per_start: int
    fewest: Fewest | None
    stages: tuple[Stage, ...] = ()
    diagnostics: tuple[explain.PlannedDiagnostics, ...] = ()


def make_plan(
    definition: Definition, seed: int | None, noise_cv: float | None = None, between: float | None = None
) -> Plan:
    """`noise_cv` is the coefficient of variation of this testbed's trials, `between` that of starts of one
    server against another; None where they are not known. Without a seed the plan has a new one.
    """
    seed = secrets.randbelow(2**31) if seed is None else seed
    runs = runs_of(definition)
    variants = len(runs) // len(definition.workloads)
    most = {w.name: all_trials(definition, w, variants) for w in definition.workloads}
    sd = sd_of_round(definition, variants, noise_cv)
    return Plan(
        runs=tuple(runs),
        trials=tuple(
            _first_probes(definition, runs, seed) if definition.ceiling else _all(definition, runs, seed)
        ),
        most_trials=most,
        seed=seed,
        rounds=max(max_trials(definition, workload) for workload in definition.workloads),
        seconds=total_seconds(definition, variants) + explain.seconds(definition, variants),
        diagnostics=explain.plan_looks(definition, variants),
        load_seconds=trials_seconds(definition, variants),
        smallest_effect=_smallest_effect(definition, sd, between),
        sd=sd,
        rounds_per_start=per_start(definition),
        servers=_servers(definition, runs, between),
        ceiling=rate_shares.sentence(definition),
        fewest=fewest(definition, variants, sum(most.values()) // definition.max_rounds, sd, between),
        stages=stages_of(definition),
    )


def _smallest_effect(definition: Definition, sd: float | None, between: float | None) -> float | None:
    if sd is None:
        return None
    count = counted_of(definition, sd, between)
    return smallest_effect(count.sd, count.design)


def _servers(definition: Definition, runs: list[PlannedRun], between: float | None) -> str | None:
    if all(external_target(r.knobs, r.topology) for r in runs):
        return None
    changes_hosts = any(r.settings for r in runs)
    return servers_sentence(definition, len(runs), changes_hosts, between)


def is_calibration(definition: Definition, plan: Plan) -> bool:
    """Whether all runs are equal, so that what differs is noise: three at least, of one load."""
    equal = len({run.variant_hash for run in plan.runs}) == 1 and len(definition.workloads) == 1
    return equal and len(plan.runs) >= MIN_EQUAL and not definition.ceiling


def sd_of_round(definition: Definition, variants: int, noise_cv: float | None) -> float | None:
    if noise_cv is None or definition.ceiling:
        return None
    return round_sd(noise_cv, _is_repeated(definition, variants) or _counts_control(definition))


def _counts_control(definition: Definition) -> bool:
    """Whether all candidates are compared with the control as well as with the baseline."""
    has_enough_rounds = definition.max_rounds >= MIN_TRIMMED
    has_one_reference = len(candidate_counts(definition)) == 1
    return (
        definition.control and has_enough_rounds and has_one_reference and leaning_spreads_of(definition) > 1
    )


def _is_repeated(definition: Definition, variants: int) -> bool:
    """Whether every workload's baseline is: the smallest change has to hold for all."""
    return all(baselines_in_round(definition, w, variants) > 1 for w in definition.workloads)


def _all(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    """Plan all trials; of halving the first stage: who is in the next one is decided when it ends."""
    if stages := stages_of(definition):
        return trials_of_stage(definition, runs, stages[0], seed)
    return trials_of(definition, runs, definition.max_rounds, seed)


def _first_probes(definition: Definition, runs: list[PlannedRun], seed: int) -> list[PlannedTrial]:
    """The first of each run; in sequential order with room for those that follow it."""
    apart = MAX_PROBES if definition.order == "sequential" else 1
    firsts = trials_of(definition, runs, 1, seed)
    of = definition.ceiling.of if definition.ceiling else "connections"
    return [
        replace(t, position=t.position * apart, **{of: getattr(runs[t.run].workload, of)}) for t in firsts
    ]


def runs_of(definition: Definition) -> list[PlannedRun]:
    variants = resolve_variants(definition)
    baseline = baseline_of(definition, variants)
    several = len(definition.workloads) > 1
    compared_names = compared_variants(definition)
    runs: list[PlannedRun] = []
    for workload in definition.workloads:
        suffix = f" · {workload.name}" if several else ""
        for variant in variants:
            is_baseline = variant is baseline
            against = None if is_baseline else compared_names[variant.name]
            runs.append(_run(len(runs), variant, workload, suffix, against, is_baseline))
        if definition.control:
            runs.append(_control(len(runs), baseline, workload, suffix))
    return runs


def _run(
    position: int,
    variant: ResolvedVariant,
    workload: Workload,
    suffix: str,
    against: str | None,
    is_baseline: bool = False,
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
        against=against,
    )


def _control(position: int, baseline: ResolvedVariant, workload: Workload, suffix: str) -> PlannedRun:
    """The baseline once more, under a name of its own."""
    copy = _run(position, baseline, workload, suffix, baseline.name)
    return replace(copy, name=CONTROL + suffix, variant=CONTROL, parent=baseline.name, is_control=True)
