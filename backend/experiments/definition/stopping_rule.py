"""Trials until intervals are narrow enough, or until candidates are decided: what a definition says of it,
tidied and checked. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from agents.catalog.knobs.values import shown
from agents.catalog.metrics import METRICS
from agents.contract.states import ToolName
from backend.experiments.definition.issues import Issue, Path
from backend.experiments.definition.model import (
    DECIDED,
    Definition,
    Until,
    UntilDecided,
    UntilPrecise,
)
from backend.experiments.definition.units import fraction_of
from backend.experiments.definition.variants import resolve_variants
from backend.words import full_percent

NARROWEST, WIDEST = 0.001, 1.0  # half-intervals as shares
MAIN_METRIC = "requests_per_s"
WHOLE = ("trials",)  # the place of it all

_TO_ONE_DIGIT = ("latency_p99_9", "latency_p99_99")
_NEVER: dict[ToolName, tuple[str, ...]] = {"ab": _TO_ONE_DIGIT, "weighttp": _TO_ONE_DIGIT}
"""Metrics that a tool does not give in any version."""


def rule_of(definition: Mapping[str, Any]) -> Until | None:
    """The rule of a stored definition; None for a fixed number of trials."""
    trials = definition.get("trials")
    if not isinstance(trials, dict):
        return None
    kind = UntilDecided if trials.get("until") == DECIDED else UntilPrecise
    return kind.model_validate(trials)


def normalize(data: dict[str, Any]) -> list[Issue]:
    """In plain data: shares become numbers, a bare share is one of req/s; what is wrong is left out."""
    trials = data.get("trials")
    if not isinstance(trials, dict) or trials.get("until") in (None, DECIDED):
        return []
    wanted, path = trials["until"], (*WHOLE, "until")
    if isinstance(wanted, int | float | str) and not isinstance(wanted, bool):
        wanted, path = {MAIN_METRIC: wanted}, WHOLE
    if not isinstance(wanted, dict):
        return []
    trials["until"], issues = dict(wanted), []
    for metric, raw in wanted.items():
        why, share = _read(metric, raw)
        if why:
            bare = path == WHOLE
            issues.append(((*path, "until" if bare else metric), why + _or_decided(bare)))
        # A wrong one stays as something that raises no second error.
        trials["until"][metric] = share
    return issues


def _or_decided(bare: bool) -> str:
    return f"; or until: {DECIDED}" if bare else ""


def _read(metric: str, raw: object) -> tuple[str | None, float]:
    """(what is wrong, share)."""
    if metric not in METRICS:
        known = ", ".join(m.name for m in METRICS.values() if not m.can_be_zero)
        return f"there is no metric “{str(metric)[:80]}”; there is: {known}", WIDEST
    if METRICS[metric].can_be_zero:
        return f"{metric} can be zero, so its changes have no percentage to wait for", WIDEST
    try:
        share = fraction_of(raw)
    except ValueError:
        share = -1.0
    if not NARROWEST <= share <= WIDEST:
        least, most = full_percent(NARROWEST), full_percent(WIDEST)
        return f"the half-interval must be a percentage from {least} to {most}; got {shown(raw)}", WIDEST
    return None, share


def max_of(trials: Any) -> Any:
    """The largest number of rounds that plain data asks for, of whatever shape it is."""
    if not isinstance(trials, dict):
        return trials
    kind = UntilDecided if trials.get("until") == DECIDED else UntilPrecise
    return trials.get("max", kind.model_fields["max"].default)


def check(definition: Definition) -> Iterator[Issue]:
    """What is wrong with the rule as a whole."""
    rule = definition.trials
    if isinstance(rule, int):
        return
    if rule.max < rule.min:
        text = f"max must be at least min, which is {rule.min}; got {rule.max}"
        yield ((*WHOLE, "max"), text)
    words = f"trials until {DECIDED if isinstance(rule, UntilDecided) else 'precise'}"
    if definition.kind == "ceiling":
        yield (WHOLE, f"a search for the ceiling ends by its bracket; {words} are for kind: compare")
    elif definition.order == "sequential":
        text = (
            f"{words} need order: interleaved; in sequential order no round is whole before the "
            "last run begins, so there is nothing to look at"
        )
        yield (WHOLE, text)
    elif len(resolve_variants(definition)) < 2:
        if isinstance(rule, UntilDecided):
            yield (WHOLE, "with one variant there is no candidate to decide on")
        elif not definition.control:
            yield (WHOLE, "with one variant and no control there is no change to measure precisely")
    if isinstance(rule, UntilPrecise):
        yield from _of_tools(definition, rule)


def _of_tools(definition: Definition, rule: UntilPrecise) -> Iterator[Issue]:
    for workload in definition.workloads:
        for metric in rule.wanted:
            if metric in _NEVER.get(workload.tool, ()):
                path: Path = (*WHOLE, "until", metric)
                yield (path, f"{workload.tool} of workload “{workload.name}” does not give {metric}")
