"""Plan of a bisect: what is wrong with it, and the rounds and the time that it is likely to take."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from backend.bisects import design
from backend.bisects.course import Measurement, steps_at_most
from backend.bisects.schemas import BisectPlan
from backend.definition.duration import total_seconds
from backend.definition.issues import DefinitionErrors, locate
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.errors import Invalid, ProblemItem
from backend.execution.launching.known_noise import known_noise
from backend.execution.launching.request import Reading, place, read_definition
from backend.execution.launching.schemas import ExperimentIn
from backend.identity.principal import Principal
from backend.planning.plan import runs_of
from backend.presentation.figures import short_percent, span
from backend.presentation.words import plural

_RUNS = 3
PAIRS = 2
"""Experiments beside the halvings: the first against the last, and the neighbours once more."""


class BisectReading(NamedTuple):
    """A definition with its testbed, the rounds of each measurement, and the definition of a halving."""

    reading: Reading
    effort: design.Effort
    step: Definition


def plan_bisect(session: Session, body: ExperimentIn, principal: Principal) -> BisectPlan:
    """Plan without writing anything; every problem at once."""
    try:
        reading, effort, step = read_bisect(session, body, principal)
    except Invalid as error:
        return BisectPlan(errors=error.errors or [ProblemItem(place="", message=error.detail)])
    definition, count = reading.definition, len(reading.definition.variants)
    plan = BisectPlan(
        variants=[variant.name for variant in definition.variants],
        experiments=steps_at_most(count) + PAIRS,
        max_rounds=effort.max_rounds,
        likely_rounds=effort.likely_rounds,
        likely_seconds=_seconds(step, effort.likely_rounds, count) if effort.likely_rounds else None,
        max_seconds=_seconds(step, effort.max_rounds, count),
    )
    return plan.model_copy(update={"sentence": say_effort(plan, definition.min_effect, effort.chance)})


def read_bisect(session: Session, body: ExperimentIn, principal: Principal) -> BisectReading:
    """Everything that a bisect begins with; Invalid with all that keeps it from being launched."""
    reading = read_definition(session, body, principal)
    problems = locate(list(design.find_problems(reading.definition)), {})
    if not problems:
        reading, problems = place(reading, runs_of(reading.definition), principal)
    if not problems:
        noise = known_noise(session, reading.bed.row.id, reading.bed.hosts, reading.definition).noise
        effort = design.plan_effort(reading.definition, noise.cv if noise else None)
        try:
            return BisectReading(reading, effort, _step(reading.definition, effort))
        except DefinitionErrors as error:
            problems = error.errors
    raise Invalid("This bisect cannot be launched: see the errors", problems)


def _step(definition: Definition, effort: design.Effort) -> Definition:
    count = len(definition.variants)
    halving = Measurement(0, count - 1, count // 2)
    return parse_definition(design.step_definition(definition, halving, effort.max_rounds))


def _seconds(step: Definition, rounds: int, count: int) -> float:
    """Wall seconds of all experiments that one change takes at most, of so many rounds each."""
    halving, pair = (
        total_seconds(step.model_copy(update={"trials": rounds}), runs) for runs in (_RUNS, _RUNS - 1)
    )
    return steps_at_most(count) * halving + PAIRS * pair


def say_effort(plan: BisectPlan, min_effect: float, chance: float | None) -> str:
    """Say how many experiments and rounds a bisect takes, and how often they find the change looked for."""
    effect = short_percent(min_effect)
    text = f"Up to {plural(plan.experiments, 'experiment')} of at most {plural(plan.max_rounds, 'round')}"
    if chance is None:
        return (
            f"{text}, {span(plan.max_seconds)} in all. The noise of this testbed is not known: "
            f"calibrate it first, so that the plan can say whether that shows a change of {effect}."
        )
    if plan.likely_rounds is None or plan.likely_seconds is None:
        return (
            f"{text}, {span(plan.max_seconds)} in all. Each finds a change of {effect} in only "
            f"{round(100 * chance)} of 100: longer trials would help."
        )
    return (
        f"{text}; a change of {effect} usually takes about {plan.likely_rounds} in each, "
        f"{span(plan.likely_seconds)} in all, at most {span(plan.max_seconds)}."
    )
