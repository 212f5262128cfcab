"""Every figure, from one seed."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from e2e.bench.calibration import kept_starts, near_limits
from e2e.bench.calibration.by_rules import worlds_by_rules
from e2e.bench.calibration.decide import decide
from e2e.bench.calibration.deltas import families, holm_alone, interleaved_pairs, power, sequential_pairs
from e2e.bench.calibration.failures import failing_runs
from e2e.bench.calibration.halving import halved
from e2e.bench.calibration.leaving import until_all_left
from e2e.bench.calibration.looks import until_decided
from e2e.bench.calibration.more import more
from e2e.bench.calibration.noise import Row
from e2e.bench.calibration.others import long_rounds, pooled_pairs, spreads, until
from e2e.bench.calibration.pages import controls_of_workloads, exploratory_metrics

SEED = 20240607
EXPERIMENTS = 4000
Part = Callable[[np.random.Generator, int], Iterator[Row]]


def bound_experiments(part: Part, max_experiments: int) -> Part:
    """Make a part whose experiments are dear simulate at most so many."""
    return lambda rng, experiments: part(rng, min(experiments, max_experiments))


PARTS: tuple[Part, ...] = (
    interleaved_pairs,
    sequential_pairs,
    families,
    holm_alone,
    power,
    spreads,
    pooled_pairs,
    long_rounds,
    until,
    worlds_by_rules,
    until_decided,
    until_all_left,
    halved,
    failing_runs,
    exploratory_metrics,
    controls_of_workloads,
    decide,
    bound_experiments(kept_starts.kept_starts, kept_starts.EXPERIMENTS),
    bound_experiments(near_limits.near_limits, near_limits.EXPERIMENTS),
    more,
)


def simulate(seed: int, experiments: int) -> dict[str, Any]:
    """Every figure; a part has random numbers of its own, so that a change of one moves no other."""
    seeds = np.random.SeedSequence(seed).spawn(len(PARTS))
    rows = [
        row
        for part, own in zip(PARTS, seeds, strict=True)
        for row in part(np.random.default_rng(own), experiments)
    ]
    shown = [{**asdict(row), "ok": row.ok} for row in rows]
    return {"seed": seed, "experiments": experiments, "ok": all(row.ok for row in rows), "rows": shown}
