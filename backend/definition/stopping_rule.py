"""Trials until candidates are decided: what a definition says of it, tidied and checked. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from backend.definition.issues import Issue
from backend.definition.model import DECIDED, Definition, UntilDecided
from backend.definition.variants import resolve_variants

MAIN_METRIC = "requests_per_s"
WHOLE = ("trials",)  # the place of it all


def rule_of(definition: Mapping[str, Any]) -> UntilDecided | None:
    """The rule of a stored definition; None for a fixed number of trials, and for the rule of older
    experiments, until precise: their verdicts count no interim analyses."""
    trials = definition.get("trials")
    is_decided = isinstance(trials, dict) and trials.get("until") == DECIDED
    return UntilDecided.model_validate(trials) if is_decided else None


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
