"""Trials until intervals are narrow enough: what a definition says of it, tidied and checked. No I/O."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from agents.contract.knobs.values import shown
from agents.contract.metrics import METRICS
from agents.contract.states import ToolName
from backend.experiments.definition.issues import Finding, Path
from backend.experiments.definition.units import fraction_of, share_text
from backend.experiments.definition.variants import resolve_variants

if TYPE_CHECKING:
    from backend.experiments.definition.model import Definition

FEWEST = 3
"""Two rounds agree by chance too often to end anything."""
HONEST = 8
"""From so many rounds on the interval of an early end still holds the truth in 94 to 95% of experiments."""
NARROWEST, WIDEST = 0.001, 1.0  # half-intervals as shares
MAIN_METRIC = "requests_per_s"
WHOLE = ("trials",)  # the place of it all

_TO_ONE_DIGIT = ("latency_p99_9", "latency_p99_99")
_NEVER: dict[ToolName, tuple[str, ...]] = {"ab": _TO_ONE_DIGIT, "weighttp": _TO_ONE_DIGIT}
"""Metrics that a tool does not give in any version."""


class Until(BaseModel):
    """Whole rounds, from `least` on, until every half-interval is at most as wide as wanted; at most `most`.

    `wanted`: metric → half of the 95% interval of its change, as a share; 0.01 is ±1%.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)

    least: int = Field(HONEST, alias="min", ge=FEWEST, strict=True)
    most: int = Field(30, alias="max", ge=FEWEST, strict=True)
    wanted: dict[str, float] = Field(alias="until", min_length=1)


FIXED_TAG, UNTIL_TAG = "[fixed]", "[until]"


def _kind(value: Any) -> str:
    return UNTIL_TAG if isinstance(value, dict | Until) else FIXED_TAG


Trials = Annotated[
    Annotated[Annotated[int, Field(ge=1, strict=True)], Tag(FIXED_TAG)] | Annotated[Until, Tag(UNTIL_TAG)],
    Discriminator(_kind),
]
"""A fixed number of each run, or until precise."""


def rule_of(definition: Mapping[str, Any]) -> Until | None:
    """The rule of a stored definition; None for a fixed number of trials."""
    trials = definition.get("trials")
    return Until.model_validate(trials) if isinstance(trials, dict) else None


def tidied(data: dict[str, Any]) -> list[Finding]:
    """In plain data: shares become numbers, a share alone is one of req/s; what is wrong is left out."""
    trials = data.get("trials")
    if not isinstance(trials, dict) or trials.get("until") is None:
        return []
    wanted, path = trials["until"], (*WHOLE, "until")
    if isinstance(wanted, int | float | str) and not isinstance(wanted, bool):
        wanted, path = {MAIN_METRIC: wanted}, WHOLE
    if not isinstance(wanted, dict):
        return []
    trials["until"], findings = dict(wanted), []
    for metric, raw in wanted.items():
        why, share = _read(metric, raw)
        if why:
            findings.append(((*path, metric if path != WHOLE else "until"), why))
        # A wrong one stays as something that raises no second error.
        trials["until"][metric] = share
    return findings


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
        least, most = share_text(NARROWEST), share_text(WIDEST)
        return f"the half-interval must be a percentage from {least} to {most}; got {shown(raw)}", WIDEST
    return None, share


def most_of(trials: Any) -> Any:
    """The largest number of rounds that plain data asks for, of whatever shape it is."""
    return trials.get("max", Until.model_fields["most"].default) if isinstance(trials, dict) else trials


def text_of(trials: "int | Until") -> dict[str, Any] | int:
    """As it is written in YAML."""
    if isinstance(trials, int):
        return trials
    wanted = {metric: share_text(share) for metric, share in trials.wanted.items()}
    return {"min": trials.least, "max": trials.most, "until": wanted}


def check(definition: "Definition") -> Iterator[Finding]:
    """What is wrong with the rule as a whole."""
    rule = definition.trials
    if isinstance(rule, int):
        return
    if rule.most < rule.least:
        text = f"max must be at least min, which is {rule.least}; got {rule.most}"
        yield ((*WHOLE, "max"), text)
    if definition.kind == "ceiling":
        yield (
            WHOLE,
            "a search for the ceiling ends by its bracket; trials until precise are for kind: compare",
        )
    elif definition.order == "sequential":
        text = (
            "trials until precise need order: interleaved; in sequential order no round is whole before the "
            "last run begins, so there is nothing to look at"
        )
        yield (WHOLE, text)
    elif not definition.control and len(resolve_variants(definition)) < 2:
        yield (WHOLE, "one variant without a control has no change whose interval could become narrow")
    yield from _of_tools(definition, rule)


def _of_tools(definition: "Definition", rule: Until) -> Iterator[Finding]:
    for workload in definition.workloads:
        for metric in rule.wanted:
            if metric in _NEVER.get(workload.tool, ()):
                path: Path = (*WHOLE, "until", metric)
                yield (path, f"{workload.tool} of workload “{workload.name}” does not give {metric}")
