"""The cells of a grid as the statistics see them: where each stands and what was measured there. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.catalog.metrics import Metric
from backend.statistics.delta import MIN_EFFECT
from backend.statistics.pairing import TrialValues

Place = frozenset[tuple[str, str]]
Dimensions = Mapping[str, Sequence[str]]
"""Dimension → its levels in their order: the factors, and the workload where there are several."""


@dataclass(frozen=True)
class Cell:
    """A run's place in a grid: dimension → level, and its valid trials of the metric.

    why  says in a sentence why there are none
    """

    id: str
    name: str
    levels: Mapping[str, str]
    values: TrialValues
    reason: str = ""


@dataclass(frozen=True)
class Comparison:
    """How trials belong together, the smallest change that matters, as a share, the planned analyses, the
    version of the rules, and how many metrics are judged together."""

    metric: Metric
    is_interleaved: bool
    min_effect: float = MIN_EFFECT
    analyses: tuple[int, ...] = ()
    rules: int = 1
    metrics: int = 1


def place_of(levels: Mapping[str, str]) -> Place:
    return frozenset(levels.items())


def move_place(place: Place, dimension: str, level: str) -> Place:
    """The place that differs in one dimension."""
    return frozenset((d, level if d == dimension else x) for d, x in place)
