"""A row of the table of benchmarks: what was measured, the goal, and whether it was met."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Verdict = Literal["met", "missed", "reference", "failed"]


@dataclass(frozen=True)
class Row:
    """`text` and `goal` are for people; `figures` has the numbers behind them, SI units."""

    name: str
    what: str
    text: str
    goal: str
    verdict: Verdict
    reference: str = ""
    note: str = ""
    figures: dict[str, Any] = field(default_factory=dict)


def failed(name: str, error: Exception) -> Row:
    """A benchmark that could not be taken is a row too."""
    return Row(name, "could not be taken", f"{type(error).__name__}: {error}", "–", "failed")


def at_most(value: float, limit: float) -> Verdict:
    return "met" if value <= limit else "missed"


def at_least(value: float, limit: float) -> Verdict:
    return "met" if value >= limit else "missed"


def worst_of(*verdicts: Verdict) -> Verdict:
    """Met when all are."""
    return "missed" if "missed" in verdicts else "met"


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, smallest and largest, and how many."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values), "n": len(values)}


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.0995 else f"{seconds * 1000:.0f} ms"
