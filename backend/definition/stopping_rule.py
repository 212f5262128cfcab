"""Trials until candidates are decided, and on which questions: what a definition says, checked. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from agents.catalog.metrics import QUESTIONS
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.definition.issues import Issue
from backend.definition.model import DECIDED, Definition, UntilDecided
from backend.definition.variants import resolve_variants

Question = Literal["throughput", "cpu"]
METRIC_OF: Mapping[Question, str] = {"throughput": QUESTIONS[0], "cpu": QUESTIONS[1]}
MAIN_METRIC = QUESTIONS[0]
WHOLE = ("trials",)  # the place of it all


def rule_of(definition: Mapping[str, Any]) -> UntilDecided | None:
    """The rule of a stored definition; None for a fixed number of trials, and for the rule of older
    experiments, until precise: their verdicts count no interim analyses."""
    trials = definition.get("trials")
    is_decided = isinstance(trials, dict) and trials.get("until") == DECIDED
    return UntilDecided.model_validate(trials) if is_decided else None


def keeps_reserve(definition: Mapping[str, Any]) -> bool:
    """Whether verdicts on a stored definition keep a part of the 5% for rounds that may be added."""
    is_interleaved = definition.get("order", "interleaved") == "interleaved"
    is_fixed = isinstance(definition.get("trials"), int)
    return is_fixed and is_interleaved and not is_search(definition) and not is_halving(definition)


def questions_of(*definitions: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the metrics that any of the stored definitions decides on; one that does not say asks both."""
    questions = {question for of in definitions for question in of.get("decide_on") or METRIC_OF}
    return tuple(metric for question, metric in METRIC_OF.items() if question in questions)


def max_of(trials: Any) -> Any:
    """The largest number of rounds that plain data asks for, of whatever shape it is."""
    return trials.get("max", UntilDecided.model_fields["max"].default) if isinstance(trials, dict) else trials


def check(definition: Definition) -> Iterator[Issue]:
    """Find what is wrong with the rule as a whole."""
    rule = definition.trials
    if isinstance(rule, int):
        return
    if rule.max < rule.min:
        text = f"max must be at least min, which is {rule.min}; got {rule.max}"
        yield ((*WHOLE, "max"), text)
    words = f"trials until {DECIDED}"
    if definition.kind == "ceiling":
        yield (WHOLE, f"a search for the ceiling ends by its answer; {words} are for kind: compare")
    elif definition.order == "sequential":
        text = (
            f"{words} need order: interleaved; in sequential order no round is whole before the "
            "last run begins, so there is nothing to look at"
        )
        yield (WHOLE, text)
    elif len(resolve_variants(definition)) < 2:
        text = "with one variant there is no candidate to decide on"
        if rule.instead_of:
            text += "; trials until precise are no longer there, give a number of trials"
        yield (WHOLE, text)
