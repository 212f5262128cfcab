"""Trials until candidates are decided, and on which questions: what a definition says, checked. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from agents.catalog.metrics import MAIN, METRICS, QUESTIONS, TAIL, Metric
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.definition.issues import Issue
from backend.definition.model import DECIDED, Definition, UntilDecided
from backend.definition.variants import resolve_variants

Question = Literal["throughput", "latency", "cpu"]
METRIC_OF: Mapping[Question, str] = {"throughput": QUESTIONS[0], "latency": TAIL.name, "cpu": QUESTIONS[1]}
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
    """Names of the metrics that any of the stored definitions decides on."""
    questions = {question for of in definitions for question in of.get("decide_on") or default_questions(of)}
    return tuple(metric for question, metric in METRIC_OF.items() if question in questions)


def default_questions(definition: Mapping[str, Any]) -> tuple[Question, ...]:
    """Questions of a stored definition that does not say: at a fixed rate throughput is given."""
    return ("latency", "cpu") if has_fixed_rate(definition) else ("throughput", "cpu")


def has_fixed_rate(definition: Mapping[str, Any]) -> bool:
    """Whether each of its workloads sends at a fixed rate."""
    workloads = definition.get("workloads") or []
    return bool(workloads) and all(load.get("rate") or load.get("rate_share") for load in workloads)


def main_metric_of(definition: Mapping[str, Any]) -> Metric:
    """The metric that a headline is about where it is measured."""
    return METRICS[TAIL.name] if has_fixed_rate(definition) else MAIN


def check_rate(definition: Definition) -> Iterator[Issue]:
    """Find what asks for a throughput that a fixed rate has decided already."""
    rates = [workload for workload in definition.workloads if workload.has_fixed_rate]
    if not rates:
        return
    if "throughput" in (definition.decide_on or ()):
        text = f"“{rates[0].name}” has a fixed rate, so all have one throughput: decide on latency or cpu"
        yield (("decide_on",), text)
    if definition.search == "halving":
        text = f"halving keeps the runs with the highest throughput, and “{rates[0].name}” has a fixed rate"
        yield (("search",), text)
    if len(rates) < len(definition.workloads):
        closed_loops = [
            workload.name
            for workload in definition.workloads
            if not workload.rate and not workload.rate_share
        ]
        text = f"“{closed_loops[0]}” has no rate and others have: give each one, or measure them apart"
        yield (("workloads",), text)


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
