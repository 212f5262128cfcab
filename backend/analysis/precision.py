"""End of the rounds in experiments from before 0.1.0 that went on until intervals were precise. Pure."""

import math
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import METRICS
from backend.definition.stopping_rule import MAIN_METRIC
from backend.presentation.figures import short_percent
from backend.presentation.words import few, plural

MAX_NAMES = 3


class Widest(BaseModel):
    """The widest interval of a metric; without a run where none is known yet."""

    metric: str
    wanted: float = Field(description="half-interval as a share, 0.01 = ±1%")
    half: float | None = Field(description="the same as it is; None where two valid rounds are lacking")
    run_id: str | None
    name: str | None


class LeftOut(BaseModel):
    """A candidate that nobody waits for."""

    metric: str
    run_id: str
    name: str
    why: str


class Precision(BaseModel):
    """Width of the intervals after so many whole rounds, and which rule ended the rounds."""

    least: int = Field(description="rounds before anything is looked at")
    most: int
    rounds: int = Field(description="whole ones that this is about")
    rule: Literal["precise", "most", "unmeasurable"] | None = Field(
        description="what ended them: precise, most, unmeasurable; None: nothing yet"
    )
    widest: list[Widest]
    left_out: list[LeftOut]


def stored_precision(rounds_ended: dict[str, Any] | None) -> Precision | None:
    """Read what was stored at the end of the rounds; None where they did not end by this rule."""
    return Precision.model_validate(rounds_ended) if rounds_ended and "widest" in rounds_ended else None


def sentence(precision: Precision) -> str:
    """“Ended after 9 rounds: every interval within ±1%.”"""
    rounds = plural(precision.rounds, "round")
    if precision.rule == "precise":
        text = f"Ended after {rounds}: every interval within {_targets(precision.widest)}."
    elif precision.rule == "most":
        text = (
            f"Ended at the maximum of {rounds}; {_widest_of(precision.widest)}, "
            f"wanted {_targets(precision.widest)}."
        )
    else:
        text = f"Ended after {rounds}: no candidate has an interval that could become narrow."
    return text + left_out_sentence(precision.left_out)


def _targets(widest: Sequence[Widest]) -> str:
    return " and ".join(f"±{short_percent(w.wanted)}{_metric_words(w, widest)}" for w in widest)


def _widest_of(widest: Sequence[Widest]) -> str:
    """Describe the metric that is furthest from what is wanted."""
    worst = max(widest, key=_excess)
    half = "not known" if worst.half is None else f"±{short_percent(worst.half)}"
    run = f" ({worst.name})" if worst.name else ""
    return f"widest interval {half}{_metric_words(worst, widest)}{run}"


def _excess(widest: Widest) -> float:
    if widest.run_id is None:
        return -1.0
    return math.inf if widest.half is None else widest.half / widest.wanted


def _metric_words(interval: Widest, among: Sequence[Widest]) -> str:
    """Name the metric, unless it is the rate alone."""
    alone = len(among) == 1 and interval.metric == MAIN_METRIC
    return "" if alone else f" of {METRICS[interval.metric].label}"


def left_out_sentence(left_out: Sequence[LeftOut]) -> str:
    """“ Not waited for: workers 2 (…)”: grouped by reason, so that a metric that nobody has is named once."""
    by_why: dict[str, list[str]] = {}
    for candidate in left_out:
        by_why.setdefault(candidate.why, []).append(candidate.name)
    text = "; ".join(
        f"{few(list(dict.fromkeys(names)), MAX_NAMES)} ({reason})" for reason, names in by_why.items()
    )
    return f" Not waited for: {text}." if text else ""
