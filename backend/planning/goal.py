"""Whether a plan shows the change that somebody wants to see, and how many rounds would. Pure."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import BaseModel, Field

from backend.definition import explain
from backend.definition.consistency import MAX_TRIALS as MAX_TRIALS_OF_EXPERIMENT
from backend.definition.duration import total_seconds
from backend.definition.fresh_servers import per_start
from backend.definition.halving import MIN_TRIALS
from backend.definition.model import Definition, UntilDecided
from backend.definition.semantics import MAX_SECONDS
from backend.definition.variants import candidate_counts
from backend.planning.design import USUAL_EFFECT, counted_of, with_trials_of
from backend.planning.plan import Plan, is_calibration, sd_of_round
from backend.presentation.figures import short_percent, span
from backend.presentation.words import plural
from backend.statistics.power import MAX_TRIALS, POWER
from backend.statistics.promise import power

MIN_ROUNDS = 5
"""Fewer are not proposed, however calm the testbed was so far."""
EVEN_CHANCE = 0.5
"""Below it a plan more often misses the change than it shows it."""
FEWER = 0.8
"""Fewer rounds are named where they are less than this share of the plan's."""
ROUND_NUMBERS = (
    8,
    10,
    12,
    15,
    20,
    25,
    30,
    40,
    50,
    60,
    80,
    100,
    120,
    150,
    200,
    250,
    300,
    400,
    500,
    600,
    800,
    1000,
)


class Goal(BaseModel):
    """Whether the plan shows the change that somebody wants to see, and what would."""

    effect: float = Field(description="0.05 = 5%, the default")
    chance: float = Field(description="share of experiments in which the plan finds it")
    tone: Literal["green", "amber", "red"] = Field(description="green from 80% on, red below 50%")
    rounds: int | None = Field(
        description="that find it in 80%: a fixed number, the maximum, or trials of a run of halving; "
        "null where no number that can be launched does"
    )
    seconds: float | None = Field(description="wall time with so many rounds")
    seconds_short: float | None = Field(description="with trials of `noise.trial_s`, where that is shorter")
    min_effect: float | None = Field(
        description="smallest change that matters that would let it count; null where it counts"
    )
    sentence: str


def goal_of(
    definition: Definition,
    plan: Plan,
    noise_cv: float | None,
    between: float | None,
    effect: float | None = None,
    measured_s: float | None = None,
) -> Goal | None:
    """None where noise is not known, or nothing is compared.

    effect  5% if not given, or twice what matters where that is more
    noise_cv, between  as in `make_plan`
    measured_s  length of the trials that the noise is known from
    """
    is_compared = sum(candidate_counts(definition)) > 0 and not definition.ceiling
    if noise_cv is None or not is_compared or is_calibration(definition, plan):
        return None
    variants = len(plan.runs) // len(definition.workloads)
    goal_effect = effect or max(USUAL_EFFECT, 2 * definition.min_effect)

    def chance_of(rounds: int) -> float:
        resized_plan = _with_rounds(definition, rounds)
        count = counted_of(resized_plan, sd_of_round(resized_plan, variants, noise_cv) or 0.0, between)
        return power(count.sd, goal_effect, count.design)

    def seconds_of(rounds: int, trial_s: float | None = None) -> float:
        resized_plan = _with_rounds(definition, rounds)
        if trial_s is not None:
            resized_plan = with_trials_of(resized_plan, trial_s)
        return total_seconds(resized_plan, variants) + explain.seconds(resized_plan, variants)

    chance = chance_of(definition.max_rounds)
    if goal_effect <= definition.min_effect:
        text = (
            f"A change of {short_percent(goal_effect)} counts as the same: the smallest change that matters "
            f"is {short_percent(definition.min_effect)}."
        )
        return Goal(
            effect=goal_effect,
            chance=chance,
            tone="red",
            rounds=None,
            seconds=None,
            seconds_short=None,
            min_effect=goal_effect / 2,
            sentence=text,
        )
    most = _max_rounds(sum(plan.most_trials.values()) / definition.max_rounds, seconds_of)
    rounds = _first(lambda n: chance_of(n) >= POWER, _numbers_of_rounds(definition, most))
    short_s = shorter(definition, measured_s)
    goal = Goal(
        effect=goal_effect,
        chance=chance,
        tone="green" if chance >= POWER else "amber" if chance >= EVEN_CHANCE else "red",
        rounds=rounds,
        seconds=None if rounds is None else seconds_of(rounds),
        seconds_short=None if rounds is None or short_s is None else seconds_of(rounds, short_s),
        min_effect=None,
        sentence="",
    )
    return goal.model_copy(update={"sentence": _sentence(definition, goal, most)})


def _sentence(definition: Definition, goal: Goal, most: int) -> str:
    """Say what the plan finds, and what would do: more rounds, or far fewer."""
    is_shown = goal.chance >= POWER
    share = min(99, max(1, round(100 * goal.chance))) if goal.chance else 0
    only = "" if is_shown else "only "
    plan = f"This plan finds a change of {short_percent(goal.effect)} in {only}{share} of 100 experiments"
    if goal.rounds is None:
        return (
            f"{plan}."
            if is_shown
            else f"{plan}; not even {plural(most, 'round')} would in 80. {_help(definition)}"
        )
    if is_shown and goal.rounds >= FEWER * definition.max_rounds:
        return f"{plan}."
    at_most = "at most " if isinstance(definition.trials, UntilDecided) else ""
    return f"{plan}; {at_most}{plural(goal.rounds, 'round')}, {span(goal.seconds)}, would in 80."


def _help(definition: Definition) -> str:
    if per_start(definition) != 1:
        return "New servers each round would help, or longer trials."
    return "Longer trials, fewer variants or a quieter machine would help."


def _with_rounds(definition: Definition, rounds: int) -> Definition:
    rule = definition.trials
    if isinstance(rule, UntilDecided):
        return definition.model_copy(update={"trials": rule.model_copy(update={"max": rounds})})
    return definition.model_copy(update={"trials": rounds})


def _numbers_of_rounds(definition: Definition, most: int) -> Sequence[int]:
    """Numbers of rounds to choose from; few where each is simulated, so that simulations are kept."""
    rule = definition.trials
    if isinstance(rule, int) and not definition.search:
        step = max(1, per_start(definition))  # a server's last start has as many rounds as the others
        return range(-(-MIN_ROUNDS // step) * step, most + 1, step)
    least = MIN_TRIALS if isinstance(rule, int) else rule.min
    return [n for n in ROUND_NUMBERS if least <= n <= most]


def _max_rounds(trials_of_a_round: float, seconds_of: Callable[[int], float]) -> int:
    """Rounds that can be launched: as many as are useful, within the limits of trials and time."""
    most = max(1, min(MAX_TRIALS, int(MAX_TRIALS_OF_EXPERIMENT / trials_of_a_round)))
    too_long = _first(lambda n: seconds_of(n) > MAX_SECONDS, range(1, most + 1))
    return most if too_long is None else max(1, too_long - 1)


def _first(holds: Callable[[int], bool], numbers: Sequence[int]) -> int | None:
    """The first of growing numbers from which on something holds; None where it does not at the last."""
    if not numbers or not holds(numbers[-1]):
        return None
    return numbers[bisect_left(numbers, True, key=holds)]


def shorter(definition: Definition, measured_s: float | None) -> float | None:
    """The measured length of trials, where all of this definition's are at least twice as long."""
    lengths = [w.duration_s for w in definition.workloads]
    if measured_s is None or not all(s is not None and s >= 2 * measured_s for s in lengths):
        return None
    return measured_s
