"""The cells of a grid as the statistics see them: where each stands and what was measured there. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agents.catalog.metrics import Metric
from backend.statistics.delta import MIN_EFFECT, Delta, Group
from backend.statistics.pairing import TrialValues
from backend.statistics.pooled import Term, pooled_each

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
    """How trials belong together, the version of the rules, the smallest change that matters, as a share,
    the planned analyses, and how many metrics are judged together.

    groups  ids of a baseline's cell and another → the pair with the runs beside which it was measured
    """

    metric: Metric
    is_interleaved: bool
    rules: int
    min_effect: float = MIN_EFFECT
    analyses: Sequence[int] = ()
    metrics: int = 1
    groups: Mapping[tuple[str, str], Group] = field(default_factory=dict)

    def measured_group(self, pairs: Sequence[tuple[Cell, Cell]]) -> Group | None:
        """Return the group of what is one pair of an experiment's page: it reads the same there."""
        return self.groups.get((pairs[0][0].id, pairs[0][1].id)) if len(pairs) == 1 else None


def place_of(levels: Mapping[str, str]) -> Place:
    return frozenset(levels.items())


def move_place(place: Place, dimension: str, level: str) -> Place:
    """The place that differs in one dimension."""
    return frozenset((d, level if d == dimension else x) for d, x in place)


def pool_groups(
    groups: Sequence[Sequence[Term]], comparison: Comparison, measured_groups: Sequence[Group | None] = ()
) -> list[tuple[Delta, int]]:
    """Each group's delta, and how many of its terms could be used; Holm over the groups."""
    metric = comparison.metric
    return pooled_each(
        groups,
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        is_interleaved=comparison.is_interleaved,
        min_effect=comparison.min_effect,
        analyses=comparison.analyses,
        rules=comparison.rules,
        metrics=comparison.metrics,
        measured_groups=measured_groups,
    )
