"""Design that an experiment is judged by, and how soon its rounds may end. Pure."""

import math
from collections.abc import Callable

from pydantic import BaseModel, Field

from backend.definition.duration import total_seconds
from backend.definition.fresh_servers import per_start
from backend.definition.halving import stages_of
from backend.definition.model import Definition, UntilDecided
from backend.definition.stopping_rule import keeps_reserve
from backend.definition.variants import candidate_counts
from backend.statistics.group_sequential import analysis_rounds
from backend.statistics.promise import Design, rounds_to_find, smallest_effect_at
from backend.statistics.shared_spread import MIN_CANDIDATES
from backend.statistics.starts import Counted, count_starts

USUAL_EFFECT = 0.05
"""The change that “usually about so many rounds” is about, where they go on until decided."""


class Fewest(BaseModel):
    """A plan that may end early: at its soonest, and as it is likely to go."""

    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    likely_rounds: int | None = Field(description="that a change of 5% takes on average")
    likely_seconds: float | None
    analyses: list[int] = Field(
        default_factory=list, description="whole rounds after which interim analyses are made"
    )


def leaning_spreads_of(definition: Definition) -> int:
    """Candidates whose spreads lean on one another, as few as any reference has; 1 where none do."""
    fewest_candidates = min(candidate_counts(definition))
    are_alike = definition.order == "interleaved" and per_start(definition) != 0
    return fewest_candidates if are_alike and fewest_candidates >= MIN_CANDIDATES else 1


def design_of(definition: Definition) -> Design:
    """Design that the experiment is judged by."""
    rule, stages = definition.trials, stages_of(definition)
    rule_fields = {"trials": rule, "order": definition.order, "search": definition.search}
    at = analysis_rounds(rule.min, rule.max) if isinstance(rule, UntilDecided) else (definition.max_rounds,)
    return Design(
        tuple(s.last for s in stages) or at,
        max(1, sum(candidate_counts(definition)) * len(definition.workloads))
        * (definition.judged_together or 1),
        math.log1p(definition.min_effect),
        stage_sizes=tuple(s.candidates for s in stages),
        questions=len(set(definition.decide_on)) if definition.decide_on else 2,
        leaning_spreads=leaning_spreads_of(definition),
        has_reserve=not definition.ceiling and keeps_reserve(rule_fields),
    )


def counted_of(definition: Definition, sd: float, between: float | None) -> Counted:
    """Units that its intervals count; `between`: how much starts differ, if known."""
    return count_starts(sd, design_of(definition), per_start(definition), between)


def with_trials_of(definition: Definition, seconds: float) -> Definition:
    """The same with trials of a length; load tools take whole seconds."""
    length = {"duration_s": max(1, round(seconds)), "requests": None}
    return definition.model_copy(
        update={"workloads": [w.model_copy(update=length) for w in definition.workloads]}
    )


def fewest(
    definition: Definition,
    variants: int,
    trials_of_a_round: int,
    sd: float | None,
    between: float | None = None,
) -> Fewest | None:
    """None for a fixed number of trials.

    sd  of a round's log ratio; None where it is not known
    between  how much starts differ, if known
    """
    rule = definition.trials
    if isinstance(rule, int):
        return None
    seconds, design = _seconds_of(definition, variants), design_of(definition)
    count = None if sd is None else count_starts(sd, design, per_start(definition), between)
    likely = None
    if count is not None:
        likely = round(rounds_to_find(count.sd, USUAL_EFFECT, count.design) * count.rounds)
    return Fewest(
        rounds=rule.min,
        trials=rule.min * trials_of_a_round,
        seconds=seconds(rule.min),
        smallest_effect=None if count is None else smallest_effect_at(0, count.sd, count.design),
        likely_rounds=likely,
        likely_seconds=None if likely is None else seconds(likely),
        analyses=list(design.at),
    )


def _seconds_of(definition: Definition, variants: int) -> Callable[[int], float]:
    """Rounds → wall seconds: those that share a start cost the same, what is done once comes on top."""
    step = max(1, per_start(definition))
    counts = (1, 1 + step)
    one_round_s, more = (total_seconds(definition.model_copy(update={"trials": n}), variants) for n in counts)
    return lambda rounds: one_round_s + (more - one_round_s) / step * (rounds - 1)
