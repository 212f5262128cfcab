"""Experiments that a bisect consists of, and the rounds that they are likely to take. Pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agents.catalog.knobs.context import context_of, context_words, settings_of
from agents.catalog.metrics import METRICS, Metric
from backend.bisects.course import Measurement, steps_at_most
from backend.bisects.rounds import average_rounds
from backend.definition.issues import Issue
from backend.definition.model import MIN_MIN_EFFECT, MIN_RELIABLE_ROUNDS, Definition, UntilDecided
from backend.definition.stopping_rule import METRIC_OF, Question, default_questions
from backend.definition.variants import ResolvedVariant, resolve_variants
from backend.fields import shorten_name
from backend.statistics.group_sequential import analysis_rounds
from backend.statistics.power import round_sd
from backend.statistics.promise import Design, power

MIN_VARIANTS, MAX_VARIANTS = 3, 200
DEFAULT_MAX_ROUNDS = 40
"""While the noise of the testbed is not known."""
ENOUGH_POWER = 0.99
"""Share of measurements that find the change; a bisect of eight variants needs four of them."""
ENOUGH_CHANCE = 0.8
"""Below it a plan warns: four measurements in a row would more often miss the change than find it."""
_ROUND_NUMBERS = (8, 12, 16, 20, 30, 40, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000)
_COPIED = (
    "topology",
    "workloads",
    "warmup",
    "servers",
    "on_failure",
    "wait_for_hosts",
    "allowed_failures",
    "require",
    "set",
)


@dataclass(frozen=True)
class Effort:
    """Rounds of each measurement: at most, and on average where there is a change of the size looked for.

    chance  share of measurements that find such a change at all
    The last two are None while noise is not known, `likely_rounds` also below `ENOUGH_CHANCE`.
    """

    max_rounds: int
    likely_rounds: int | None = None
    chance: float | None = None


def find_problems(definition: Definition) -> Iterator[Issue]:
    """Find what a definition asks for that a bisect cannot do."""
    count = len(definition.variants)
    if not MIN_VARIANTS <= count <= MAX_VARIANTS:
        text = f"a bisect takes {MIN_VARIANTS} to {MAX_VARIANTS} variants, in their order; got {count}"
        yield (("variants",), text)
    if definition.factors:
        yield (("factors",), "a grid has no order; list the variants of a bisect one after the other")
    if len(definition.workloads) != 1:
        yield (("workloads",), "a bisect is made under one workload")
    if definition.kind != "compare" or definition.search:
        place = "search" if definition.search else "kind"
        yield ((place,), "a bisect is a search of its own; leave this out")
    if definition.decide_on and len(definition.decide_on) != 1:
        yield (("decide_on",), "a bisect decides on one question: throughput, latency or cpu")
    if definition.min_effect / 2 < MIN_MIN_EFFECT:
        yield (("min_effect",), f"a bisect looks for a change of {2 * MIN_MIN_EFFECT:.1%} or more")
    if not definition.factors:
        yield from _find_mixed_contexts(resolve_variants(definition))


def _find_mixed_contexts(variants: Sequence[ResolvedVariant]) -> Iterator[Issue]:
    """Find the first variant of another context, where they differ in settings, too: it gets no verdict."""
    contexts = [context_of(variant.knobs, variant.topology) for variant in variants]
    settings = [settings_of(variant.knobs, variant.topology) for variant in variants]
    place = next((i for i, context in enumerate(contexts) if context != contexts[0]), None)
    if place is not None and any(of_variant != settings[0] for of_variant in settings):
        words = context_words(contexts[place], contexts[0])
        text = f"is another context than the first ({words}), while settings differ: bisect one of the two"
        yield (("variants", place), text)


def metric_of(definition: Definition) -> Metric:
    """The metric that it decides on."""
    return METRICS[METRIC_OF[question_of(definition)]]


def question_of(definition: Definition) -> Question:
    """The question that it decides on."""
    given_questions = definition.decide_on or default_questions(definition.model_dump(mode="json"))
    return given_questions[0]


def plan_effort(definition: Definition, cv: float | None) -> Effort:
    """Plan the rounds of each measurement.

    cv  coefficient of variation of one trial; None while it is not known
    A definition with trials until decided says the most rounds itself.
    """
    rule = definition.trials
    max_rounds = rule.max if isinstance(rule, UntilDecided) else DEFAULT_MAX_ROUNDS
    if cv is None:
        return Effort(max_rounds)
    sd, change = round_sd(cv), definition.min_effect
    if not isinstance(rule, UntilDecided):
        max_rounds = enough_rounds(sd, change, len(definition.variants))
    step_design = design_of(max_rounds, change, len(definition.variants))
    chance = power(sd, change, step_design)
    likely_rounds = average_rounds(sd, change, step_design) if chance >= ENOUGH_CHANCE else None
    return Effort(max_rounds, likely_rounds, chance)


def enough_rounds(sd: float, change: float, variants: int) -> int:
    """The most rounds of a measurement, so that it hardly misses the change.

    sd  of a round's log ratio
    """
    for rounds in _ROUND_NUMBERS:
        if power(sd, change, design_of(rounds, change, variants)) >= ENOUGH_POWER:
            return rounds
    return _ROUND_NUMBERS[-1]


def design_of(rounds: int, change: float, variants: int) -> Design:
    """Design by which a measurement of a middle is judged."""
    family = 2 * steps_at_most(variants)
    return Design(analysis_rounds(min(MIN_RELIABLE_ROUNDS, rounds), rounds), family, math.log1p(change / 2))


def step_definition(definition: Definition, measurement: Measurement, max_rounds: int) -> dict[str, Any]:
    """Definition of the experiment that makes a measurement.

    Verdicts are those of the middle against either end. What is within half of the change looked for counts
    as the same. They share their 5% with the other steps.
    """
    variants = resolve_variants(definition)
    names = [variant.name for variant in variants]
    indices = sorted({measurement.first, measurement.last, measurement.middle} - {None}, key=int)
    data = definition.model_dump(mode="json", by_alias=True, exclude_none=True)
    baseline = measurement.first if measurement.middle is None else measurement.middle
    return {
        **{key: data[key] for key in _COPIED if key in data},
        "name": shorten_name(f"{definition.name} · {step_words(names, measurement)}"),
        "question": _question(names, measurement)[:200],
        "trials": {"until": "decided", "min": _min_rounds(definition), "max": max_rounds},
        "min_effect": definition.min_effect / 2,
        "judged_together": steps_at_most(len(variants)),
        "decide_on": [question_of(definition)],
        "diagnostics": {"probe": False},
        "control": False,
        "variants": [_variant(definition, variants[i]) for i in indices],
        "baseline": variants[baseline].name,
    }


def _min_rounds(definition: Definition) -> int:
    rule = definition.trials
    return rule.min if isinstance(rule, UntilDecided) else MIN_RELIABLE_ROUNDS


def _variant(definition: Definition, variant: ResolvedVariant) -> dict[str, Any]:
    knobs = {n: v for n, v in variant.knobs.items() if definition.knobs.get(n) != v}
    unset = {n: None for n in definition.knobs if n not in variant.knobs}
    return {"name": variant.name, "set": knobs | unset, "topology": variant.topology}


def step_words(names: Sequence[str], measurement: Measurement) -> str:
    """`b4 between b1 and b8`, `b1 and b8`, `b4 and b5 once more`."""
    first, last = names[measurement.first], names[measurement.last]
    if measurement.middle is not None:
        return f"{names[measurement.middle]} between {first} and {last}"
    return f"{first} and {last}{' once more' if measurement.is_confirmation else ''}"


def _question(names: Sequence[str], measurement: Measurement) -> str:
    first, last = names[measurement.first], names[measurement.last]
    if measurement.middle is not None:
        return f"Does “{names[measurement.middle]}” differ from “{first}” or from “{last}”?"
    return f"Does “{last}” differ from “{first}”?"
