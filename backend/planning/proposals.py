"""Number of rounds that a wanted change needs here, their duration, and how soon they may end. Pure."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from backend.definition.duration import total_seconds
from backend.definition.fresh_servers import MIN_STARTS, per_start
from backend.definition.halving import stages_of
from backend.definition.model import Definition, UntilDecided
from backend.definition.stopping_rule import METRIC_OF, keeps_reserve
from backend.definition.variants import candidate_counts
from backend.statistics.group_sequential import analysis_rounds
from backend.statistics.power import MAX_TRIALS
from backend.statistics.promise import Design, power, rounds_for, rounds_to_find, smallest_effect_at
from backend.statistics.shared_spread import MIN_CANDIDATES
from backend.statistics.starts import Counted, count_starts

EFFECTS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
USUAL_EFFECT = 0.05
"""The change that “usually about so many rounds” is about, where they go on until decided."""
MIN_ROUNDS = 5
"""Fewer are not proposed, however calm the testbed was so far."""


@dataclass(frozen=True)
class Proposal:
    """To show a change of `effect` (0.05 = 5%); without rounds where more than 1000 would be needed.

    `rounds`: a fixed number that shows it in 80% of experiments; where rounds go on until decided, how many
    it takes on average, and `chance` is the share of experiments that find it. Of halving, `rounds` are the
    trials to share out as they are, and `chance` is what they find.

    `seconds_short`: the same with trials as short as those that the noise is known from.
    """

    effect: float
    rounds: int | None
    seconds: float | None
    seconds_short: float | None
    chance: float | None = None


@dataclass(frozen=True)
class Fewest:
    """A plan that may end early, at its soonest and as it is likely to go.

    `analyses`: the whole rounds after which interim analyses are made. `likely_rounds`: what a change of 5%
    takes on average, `likely_seconds` their wall time; None where the noise is not known.
    """

    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    likely_rounds: int | None = None
    likely_seconds: float | None = None
    analyses: tuple[int, ...] = ()


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
        max(1, sum(candidate_counts(definition)) * len(definition.workloads)),
        math.log1p(definition.min_effect),
        stage_sizes=tuple(s.candidates for s in stages),
        questions=len(set(definition.decide_on or METRIC_OF)),
        leaning_spreads=leaning_spreads_of(definition),
        has_reserve=not definition.ceiling and keeps_reserve(rule_fields),
    )


def counted_of(definition: Definition, sd: float, between: float | None) -> Counted:
    """Units that its intervals count; `between`: how much starts differ, if known."""
    return count_starts(sd, design_of(definition), per_start(definition), between)


def proposals(
    definition: Definition,
    variants: int,
    sd: float | None,
    short_s: float | None,
    between: float | None = None,
) -> list[Proposal]:
    """`sd`: of a round's log ratio; `short_s`: length of the trials that it is known from, where shorter;
    `between`: how much starts differ.

    Changes that are not larger than what matters are left out: no number of rounds calls them.
    """
    if sd is None or definition.ceiling:
        return []
    now = _seconds_of(definition, variants)
    short = _seconds_of(with_trials_of(definition, short_s), variants) if short_s else None
    count = counted_of(definition, sd, between)
    effects = [effect for effect in EFFECTS if effect > definition.min_effect]
    if definition.search:
        return [_halving_proposal(effect, count, definition, variants) for effect in effects]
    if isinstance(definition.trials, UntilDecided):
        return [_until_decided(effect, count, now, short) for effect in effects]
    return [_proposal(effect, _fixed_rounds(effect, count), now, short) for effect in effects]


def _fixed_rounds(effect: float, count: Counted) -> int | None:
    rounds = rounds_for(count.sd, effect, count.design)
    if rounds is not None and count.rounds > 1:
        rounds = max(rounds, MIN_STARTS) * count.rounds
    return None if rounds is None or rounds > MAX_TRIALS else rounds


def _proposal(
    effect: float,
    rounds_needed: int | None,
    now: Callable[[int], float],
    short: Callable[[int], float] | None,
) -> Proposal:
    if rounds_needed is None:
        return Proposal(effect, None, None, None)
    rounds = max(MIN_ROUNDS, rounds_needed)
    return Proposal(effect, rounds, now(rounds), short(rounds) if short else None)


def _until_decided(
    effect: float, count: Counted, now: Callable[[int], float], short: Callable[[int], float] | None
) -> Proposal:
    rounds = round(rounds_to_find(count.sd, effect, count.design) * count.rounds)
    chance = power(count.sd, effect, count.design)
    return Proposal(effect, rounds, now(rounds), short(rounds) if short else None, chance)


def _halving_proposal(effect: float, count: Counted, definition: Definition, variants: int) -> Proposal:
    chance = power(count.sd, effect, count.design)
    return Proposal(effect, definition.max_rounds, total_seconds(definition, variants), None, chance)


def with_trials_of(definition: Definition, seconds: float) -> Definition:
    """The same with trials of a length; load tools take whole seconds."""
    length = {"duration_s": max(1, round(seconds)), "requests": None}
    return definition.model_copy(
        update={"workloads": [w.model_copy(update=length) for w in definition.workloads]}
    )


def shorter(definition: Definition, measured_s: float | None) -> float | None:
    """The measured length of trials, where all of this definition's are at least twice as long."""
    lengths = [w.duration_s for w in definition.workloads]
    if measured_s is None or not all(s is not None and s >= 2 * measured_s for s in lengths):
        return None
    return measured_s


def fewest(
    definition: Definition,
    variants: int,
    trials_of_a_round: int,
    sd: float | None,
    between: float | None = None,
) -> Fewest | None:
    """None for a fixed number of trials; arguments as for `proposals`."""
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
        analyses=design.at,
    )


def _seconds_of(definition: Definition, variants: int) -> Callable[[int], float]:
    """Rounds → wall seconds: those that share a start cost the same, what is done once comes on top."""
    step = max(1, per_start(definition))
    counts = (1, 1 + step)
    one_round_s, more = (total_seconds(definition.model_copy(update={"trials": n}), variants) for n in counts)
    return lambda rounds: one_round_s + (more - one_round_s) / step * (rounds - 1)
