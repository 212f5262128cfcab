"""Figures of an ended experiment that lists show and sort by. Pure."""

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import TAIL
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.headlines.schemas import Answer
from backend.analysis.schemas import DeltaRow, Headline


class ListedChange(BaseModel):
    """Change of one run against its baseline in one metric; 0.1 is +10%."""

    metric: str
    change: float
    low: float | None
    high: float | None
    verdict: Literal["better", "worse", "same", "unclear", "fails_more", "interim", "left_out"]


class ListedFigures(BaseModel):
    """Figures of a row in the list of experiments."""

    change: ListedChange | None = Field(description="of the first answer; None where nothing was compared")
    p99: ListedChange | None = Field(description="of the same run")
    seconds: float | None = Field(description="from start to end without interruptions; None: imported")


def listed_figures(
    headline: Headline,
    controls: Collection[str],
    deltas: Callable[[str], Sequence[DeltaRow]],
    seconds: float | None,
) -> ListedFigures:
    """Figures of the run that the first answer is about; without answers, that of the headline.

    controls  ids of runs that are no candidates
    deltas    name of a metric → its rows
    """
    part: Answer | Headline = headline.answers[0] if headline.answers else headline
    change = _listed_change(part.metric, part.delta) if part.run_id not in controls else None
    tail = None
    if change is not None:
        tail = next((row for row in deltas(TAIL.name) if row.run_id == part.run_id), None)
    return ListedFigures(change=change, p99=_listed_change(TAIL.name, tail), seconds=seconds)


def _listed_change(metric: str, delta: DeltaOut | None) -> ListedChange | None:
    """The change of a candidate; a run of another context and one with the baseline's settings are none."""
    if delta is None or delta.change is None or delta.verdict == "context" or delta.equal_settings:
        return None
    has_failures = delta.verdict == "unclear" and delta.word == "fails more"
    return ListedChange(
        metric=metric,
        change=delta.change,
        low=delta.low,
        high=delta.high,
        verdict="fails_more" if has_failures else delta.verdict,
    )
