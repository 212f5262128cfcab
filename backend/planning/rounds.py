"""Trials in their order: each round a random order of the runs that it measures. Pure."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.catalog.knobs import Value
from agents.catalog.roles import Role, Topology
from agents.contract.jobs import Setting
from agents.contract.workload import Workload
from agents.render import host_settings
from backend.definition.duration import trial_seconds
from backend.definition.halving import Stage
from backend.definition.model import Definition
from backend.definition.round_order import Part, round_order


@dataclass(frozen=True)
class PlannedRun:
    """One variant under one workload. With several workloads each has its baseline and its control.

    `against`: the variant that it is compared with; None for a baseline, and for context.
    """

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
    against: str | None

    @cached_property
    def settings(self) -> dict[Role, list[Setting]]:
        """Role → settings of its host, for which it is changed before the run is measured."""
        return host_settings(self.knobs, self.topology)


@dataclass(frozen=True)
class PlannedTrial:
    """`run` is the run's position; `position` counts through the whole experiment; `repeat`, from 1, the
    trials of one run in one round: the baseline has several in a long one.

    `connections`, `rate`: of a search's first probe, which is all of it that is known ahead.
    """

    run: int
    round: int
    position: int
    repeat: int = 1
    connections: int | None = None
    rate: int | None = None


def trials_of(
    definition: Definition, runs: Sequence[PlannedRun], rounds: int, seed: int
) -> list[PlannedTrial]:
    """Interleaved: each round is a random order of all runs. Sequential: run after run."""
    if definition.order == "sequential":
        return _in_order([(run.position, i) for run in runs for i in range(rounds)])
    return _interleave(definition, runs, range(rounds), random.Random(seed))


def trials_of_stage(
    definition: Definition, runs: Sequence[PlannedRun], stage: Stage, seed: int
) -> list[PlannedTrial]:
    """Plan the trials of a stage of halving, with random numbers of its own: what the rounds before it
    were like does not move it."""
    numbers = range(stage.first - 1, stage.last)
    return _interleave(definition, runs, numbers, random.Random(f"{seed} stage {stage.number}"))


def trials_of_added_rounds(
    definition: Definition, runs: Sequence[PlannedRun], number: int, seed: int
) -> list[PlannedTrial]:
    """Plan rounds that follow those of a finished experiment, with random numbers of their own."""
    first = definition.max_rounds
    return _interleave(definition, runs, range(first, first + number), random.Random(f"{seed} more"))


def _interleave(
    definition: Definition, runs: Sequence[PlannedRun], rounds: range, rng: random.Random
) -> list[PlannedTrial]:
    parts = _parts(definition, runs)
    return _in_order([(run, i) for i in rounds for run in round_order(parts, rng)])


def _in_order(order: Sequence[tuple[int, int]]) -> list[PlannedTrial]:
    """(run, round) of each trial → trials that count their repeats."""
    repeats: Counter[tuple[int, int]] = Counter()
    trials = []
    for position, (run, i) in enumerate(order):
        repeats[run, i] += 1
        trials.append(PlannedTrial(run, i, position, repeats[run, i]))
    return trials


def _parts(definition: Definition, runs: Sequence[PlannedRun]) -> list[Part]:
    """The runs by workload, of which one may have none left. Probes of a search are one to a run, so none of
    its rounds is long."""
    parts = []
    for workload in definition.workloads:
        own_runs = [run for run in runs if run.workload == workload]
        if not own_runs:
            continue
        parts.append(
            Part(
                baseline=next(run.position for run in own_runs if run.is_baseline),
                runs=[run.position for run in own_runs],
                groups=[_settings_of(run) for run in own_runs],
                trial_s=0.0 if definition.ceiling else trial_seconds(definition, workload),
            )
        )
    return parts


def _settings_of(run: PlannedRun) -> str:
    return json.dumps({role: [s.model_dump() for s in of] for role, of in run.settings.items()})
