"""Halving: many candidates begin, after each stage the better half goes on, few reach the end. Pure.

Which rounds each stage has and how many candidates remain follows from the number of candidates and of
trials alone, so it is known before the first trial and no result moves it. Only who remains is decided by
results, and verdicts count every candidate that began: see backend/statistics/halving.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.definition.issues import Issue
from backend.definition.model import HALVING, Definition
from backend.definition.variants import resolve_variants

MIN_ENTRANTS = 6
"""Candidates below which the last stages are hardly longer than a fixed number of rounds."""
MIN_TRIALS = 8
FIRST_ROUNDS = 3
"""Of the first stage at least: of three rounds one that stalled does not decide."""
MAX_FINALISTS = 3


@dataclass(frozen=True)
class Stage:
    """Whole rounds `first` to `last`, counted from 1, in which each workload measures so many candidates.

    `runs`: of all workloads together, with baselines and controls.
    """

    number: int
    first: int
    last: int
    candidates: int
    runs: int

    @property
    def rounds(self) -> int:
        return self.last - self.first + 1

    @property
    def trials(self) -> int:
        """Without the repeats of a baseline in long rounds."""
        return self.rounds * self.runs


def schedule(entrants: int, trials: int, always: int, workloads: int = 1) -> tuple[Stage, ...]:
    """The stages of halving with about as many trials as `trials` rounds of everybody, never more.

    entrants  candidates of each workload that begin
    always    runs of each workload that are measured to the end: the baseline, and the control
    Each stage gets the same share of trials, so the fewer remain, the more rounds they have.
    """
    sizes = [entrants]
    while sizes[-1] > MAX_FINALISTS:
        sizes.append((sizes[-1] + 1) // 2)
    remaining, stages, last = trials * (entrants + always), [], 0
    for i, candidates in enumerate(sizes):
        share = remaining / (len(sizes) - i) / (candidates + always)
        rounds = max(1 if i else FIRST_ROUNDS, int(share) if i == len(sizes) - 1 else round(share))
        remaining -= rounds * (candidates + always)
        runs = (candidates + always) * workloads
        stages.append(Stage(i + 1, last + 1, last + rounds, candidates, runs))
        last += rounds
    return tuple(stages)


def stages_of(definition: Definition) -> tuple[Stage, ...]:
    """None where every run is measured to the end."""
    if not definition.search or not isinstance(definition.trials, int):
        return ()
    return schedule(
        entrants_of(definition), definition.trials, 1 + definition.control, len(definition.workloads)
    )


def stages_of_stored(definition: Mapping[str, Any], runs: int) -> tuple[Stage, ...]:
    """The same of a stored definition and the number of its experiment's runs."""
    if not is_halving(definition):
        return ()
    always, workloads = 1 + bool(definition.get("control", True)), len(definition["workloads"])
    return schedule(runs // workloads - always, definition["trials"], always, workloads)


def is_halving(definition: Mapping[str, Any]) -> bool:
    return definition.get("search") == HALVING


def entrants_of(definition: Definition) -> int:
    """Candidates of each workload."""
    return len(resolve_variants(definition)) - 1


def last_round(definition: Definition) -> int:
    """Rounds of whoever is measured longest."""
    stages = stages_of(definition)
    return stages[-1].last if stages else definition.max_rounds


def stage_after(stages: Sequence[Stage], round: int) -> Stage | None:
    """The stage that begins once so many rounds are whole; None in the middle of one, and after the last."""
    return next((stage for stage in stages if stage.first == round + 1), None)


def check(definition: Definition) -> Iterator[Issue]:
    """Find what is wrong with halving as a whole."""
    if not definition.search:
        return
    place = ("search",)
    if definition.kind == "ceiling":
        yield (
            place,
            "a search for the ceiling measures each run to its answer; halving is for kind: compare",
        )
    elif not isinstance(definition.trials, int):
        text = "halving needs a fixed number of trials, which it shares out: say trials: 20, without until"
        yield (("trials",), text)
    elif definition.order == "sequential":
        text = (
            "halving needs order: interleaved; in sequential order no stage ends before the last run begins"
        )
        yield (place, text)
    elif entrants_of(definition) < MIN_ENTRANTS:
        text = (
            f"halving is for {MIN_ENTRANTS} candidates or more, and here are {entrants_of(definition)}: "
            "use trials: {until: decided}, or a fixed number of trials without search"
        )
        yield (place, text)
    elif definition.trials < MIN_TRIALS:
        text = f"halving needs at least {MIN_TRIALS} trials to share out; got {definition.trials}"
        yield (("trials",), text)
