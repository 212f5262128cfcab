"""How many rounds a wanted change needs here, how long that takes, how soon precise rounds end. Pure."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special

from backend.experiments.definition.duration import total_seconds
from backend.experiments.definition.model import Definition, Until
from backend.experiments.definition.stopping_rule import MAIN_METRIC
from backend.statistics.estimate import ALPHA
from backend.statistics.power import MOST_TRIALS, smallest_effect, trials_for

EFFECTS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
FEWEST_ROUNDS = 5
"""Fewer are not proposed, however calm the testbed was so far."""


@dataclass(frozen=True)
class Proposal:
    """To show a change of `effect` (0.05 = 5%); without rounds where more than 1000 would be needed.

    `seconds_short`: the same with trials as short as those that the noise is known from.
    """

    effect: float
    rounds: int | None
    seconds: float | None
    seconds_short: float | None


@dataclass(frozen=True)
class Fewest:
    """A plan that ends early, at its soonest and as it is likely to go; shares like 0.01 for ±1%.

    `likely_rounds`: what the wanted half-interval needs by the noise of req/s, even beyond the maximum;
    None where that is not known. `half_at_most`: how narrow the maximum of rounds is likely to make it.
    """

    rounds: int
    trials: int
    seconds: float
    smallest_effect: float | None
    likely_rounds: int | None
    likely_seconds: float | None
    half_at_most: float | None


def proposals(
    definition: Definition, variants: int, sd: float | None, short_s: float | None
) -> list[Proposal]:
    """`sd`: of a round's log ratio; `short_s`: length of the trials that it is known from, where shorter."""
    if sd is None or definition.ceiling:
        return []
    now = _seconds_of(definition, variants)
    short = _seconds_of(with_trials_of(definition, short_s), variants) if short_s else None
    return [_proposal(effect, trials_for(sd, effect), now, short) for effect in EFFECTS]


def _proposal(
    effect: float, found: int | None, now: Callable[[int], float], short: Callable[[int], float] | None
) -> Proposal:
    if found is None:
        return Proposal(effect, None, None, None)
    rounds = max(FEWEST_ROUNDS, found)
    return Proposal(effect, rounds, now(rounds), short(rounds) if short else None)


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


def fewest(definition: Definition, variants: int, trials_of_a_round: int, sd: float | None) -> Fewest | None:
    """None for a fixed number of trials."""
    rule = definition.trials
    if not isinstance(rule, Until):
        return None
    seconds = _seconds_of(definition, variants)
    wanted = rule.wanted.get(MAIN_METRIC)
    intervals = (variants - 1) * len(definition.workloads)
    needed = None if sd is None or wanted is None else rounds_until(sd, wanted, intervals)
    likely = None if needed is None else max(rule.min, needed)
    return Fewest(
        rounds=rule.min,
        trials=rule.min * trials_of_a_round,
        seconds=seconds(rule.min),
        smallest_effect=None if sd is None else smallest_effect(sd, rule.min),
        likely_rounds=likely,
        likely_seconds=None if likely is None else seconds(min(likely, rule.max)),
        half_at_most=None if sd is None or wanted is None else half_after(sd, rule.max, intervals),
    )


def half_after(sd: float, rounds: int, intervals: int = 1) -> float:
    """The widest half-interval of several to be expected after so many rounds, as a share."""
    return math.expm1(min(sd * float(_widths(max(1, intervals))[min(rounds, MOST_TRIALS) - 2]), 700.0))


def rounds_until(sd: float, half: float, intervals: int = 1) -> int | None:
    """The fewest rounds after which the widest of several is likely to be narrow enough; None above 1000."""
    narrow = np.log1p(half) >= sd * _widths(max(1, intervals))
    return int(np.argmax(narrow)) + 2 if narrow.any() else None


@lru_cache(maxsize=64)
def _widths(intervals: int) -> np.ndarray:
    """The widest half-interval of so many in units of sd for 2, 3, … rounds, falling.

    A spread estimated from n rounds varies itself, by chi²: the largest of k is about its
    k / (k + 1) quantile.
    """
    n = np.arange(2, MOST_TRIALS + 1)
    largest = np.sqrt(special.chdtri(n - 1, 1 / (intervals + 1)) / (n - 1))
    return special.stdtrit(n - 1, 1 - ALPHA / 2) * largest / np.sqrt(n)


def _seconds_of(definition: Definition, variants: int) -> Callable[[int], float]:
    """Rounds → wall seconds: each round costs the same, what is done once comes on top."""
    one, two = (total_seconds(definition.model_copy(update={"trials": n}), variants) for n in (1, 2))
    return lambda rounds: one + (two - one) * (rounds - 1)
