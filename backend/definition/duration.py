"""Duration of an experiment: the tool's own time, and overhead."""

import re
from collections import Counter
from collections.abc import Mapping
from statistics import median
from typing import Any

from agents.catalog.knobs import knob_named
from agents.contract.workload import Workload
from backend.definition.ceiling_rules import search_of
from backend.definition.ceiling_search import max_probes
from backend.definition.fresh_servers import per_start, starts_between
from backend.definition.halving import last_round, stages_of
from backend.definition.model import Definition
from backend.definition.round_order import baselines
from backend.definition.variants import resolve_variants
from backend.definition.workloads.rate_shares import CEILING_TRIALS, ceilings_to_find

TRIAL_OVERHEAD_S = 0.2  # messages, the tool's start and end, sampling
PREPARE_S = 0.5  # a run's nginx: check, start, verify
START_AGAIN_S = 0.15  # the same, once the old one has ended: side by side, between two rounds
FRESH_WARMUP_S = 0.3  # of a start after a run's first, at most: the host is warm, the server is not
HOSTS_S = 3.0  # lease and backends at the start, restore at the end
SETTLE_S = 0.6  # a host brought to what the next run asks for, and servers restarted under it
_GUESSED_RATE = 10_000  # requests a second, where a workload ends by requests
_DURATION = re.compile(r"(\d+)(ms|s|m)?")


def load_seconds(workload: Workload, rate: float = _GUESSED_RATE) -> float:
    """Seconds that the tool runs; at so many requests a second where it ends by a number of them."""
    if workload.duration_s is not None:
        return float(workload.duration_s)
    return (workload.requests or 0) / rate


def _likely_rate(definition: Definition) -> float:
    """Requests a second as published, else a guess."""
    rows = definition.published.rows if definition.published else []
    rates = [row.requests_per_s for row in rows if row.requests_per_s]
    return median(rates) if rates else _GUESSED_RATE


def _settling(definition: Definition) -> float:
    """Share of trials before which a host changes: into and out of settings that few variants have."""
    settings = Counter(
        tuple(sorted((name, str(value)) for name, value in v.knobs.items() if knob_named(name).setting))
        for v in resolve_variants(definition)
    )
    few = settings.total() - max(settings.values(), default=0)
    return min(1.0, 2 * few / max(1, settings.total()))


def trial_seconds(definition: Definition, workload: Workload) -> float:
    """Wall seconds of one trial, where no host changes before it."""
    seconds = load_seconds(workload, _likely_rate(definition)) + _around(definition)
    return seconds + (workload.hold.ramp_s if workload.hold else 0)


def _around(definition: Definition) -> float:
    warmup = definition.warmup.trial or int(any(w.hold for w in definition.workloads))
    return TRIAL_OVERHEAD_S + (warmup + TRIAL_OVERHEAD_S if warmup else 0)


def baselines_in_round(definition: Definition, workload: Workload, variants: int) -> int:
    """Trials of a workload's baseline in each round; `variants` counts the control."""
    if definition.order == "sequential" or definition.ceiling:
        return 1
    return baselines(variants, trial_seconds(definition, workload))


def all_trials(definition: Definition, workload: Workload, variants: int) -> int:
    """Count a workload's trials, at most; `variants` counts the control."""
    if stages := stages_of(definition):
        always = 1 + definition.control
        return sum(s.rounds * _in_round(definition, workload, s.candidates + always) for s in stages)
    return max_trials(definition, workload) * _in_round(definition, workload, variants)


def _in_round(definition: Definition, workload: Workload, variants: int) -> int:
    return variants - 1 + baselines_in_round(definition, workload, variants)


def trials_seconds(definition: Definition, variants: int) -> float:
    """Measured seconds of all trials, at most; `variants` counts the control."""
    rate = _likely_rate(definition)
    return sum(load_seconds(w, rate) * all_trials(definition, w, variants) for w in definition.workloads)


def max_trials(definition: Definition, workload: Workload) -> int:
    """Trials of a run that is measured once in each round; for a search the probes that it takes at most."""
    if definition.ceiling:
        return max_probes(search_of(definition.ceiling, workload))
    return last_round(definition)


def total_seconds(definition: Definition, variants: int) -> float:
    runs = variants * len(definition.workloads)
    warmup = definition.warmup
    trial_seconds = _around(definition) + SETTLE_S * _settling(definition)
    once = PREPARE_S + (warmup.prepared + TRIAL_OVERHEAD_S if warmup.prepared else 0)
    trials = sum(all_trials(definition, w, variants) for w in definition.workloads)
    ramp_seconds = sum(
        w.hold.ramp_s * all_trials(definition, w, variants) for w in definition.workloads if w.hold
    )
    start_seconds = runs * once + starting_again_seconds(definition, runs)
    measured_seconds = trials_seconds(definition, variants) + ramp_seconds
    ceiling_seconds = sum(
        CEILING_TRIALS * (load_seconds(load) + TRIAL_OVERHEAD_S) for load in ceilings_to_find(definition)
    )
    return HOSTS_S + measured_seconds + trials * trial_seconds + start_seconds + ceiling_seconds


def starting_again_seconds(definition: Definition, runs: int) -> float:
    """Seconds that all starts of servers after the first take, their warm-ups too.

    Where some runs change their hosts, every run asks for its own settings after a new start.
    """
    warmup, share = definition.warmup.prepared, _settling(definition)
    start_seconds = START_AGAIN_S + (fresh_warmup(warmup) + TRIAL_OVERHEAD_S if warmup else 0)
    start_seconds += SETTLE_S * (1 - share) if share else 0
    return start_seconds * _started_again(definition, runs)


def _started_again(definition: Definition, runs: int) -> int:
    """Starts after each run's first, of all runs; eliminated runs have no more of them."""
    rounds_per_start, stages = per_start(definition), stages_of(definition)
    if stages:
        return sum(s.runs * starts_between(max(1, s.first - 1), s.last, rounds_per_start) for s in stages)
    return runs * starts_between(1, definition.max_rounds, rounds_per_start)


def fresh_warmup(warmup: int) -> float:
    """Seconds of warm-up of a start after a run's first, from those of the first."""
    return min(warmup, FRESH_WARMUP_S)


def warms_trials(definition: Mapping[str, Any]) -> bool:
    """Whether a warm-up comes before each trial: it also opens the connections that a workload holds."""
    holds_connections = any(workload.get("hold") for workload in definition.get("workloads", []))
    return holds_connections or warmup_seconds(definition.get("warmup", {}).get("trial", 0)) > 0


def warmup_seconds(value: str | int | float) -> int:
    """Whole seconds of a warm-up, at least 1 if there is one: the tools take no less."""
    match = _DURATION.fullmatch(str(value))
    number, unit = (int(match[1]), match[2] or "s") if match else (int(float(value)), "s")
    return {"ms": -(-number // 1000), "s": number, "m": number * 60}[unit]
