"""What each factor of a grid does by itself, and whether that depends on another factor. Pure.

A level is compared with the baseline's level over all pairs of cells that are equal in everything else;
a cell without a partner does not count and is named. All effects of a grid are one family for Holm, and
all interactions another: each list is read as one answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from backend.statistics.assemble import Delta
from backend.statistics.cells import Cell, Dimensions, How, Place, moved, place_of
from backend.statistics.pooled import Pair, Term, comparable, pooled_counted
from backend.statistics.spread import SpreadComparison, pooled_spread


@dataclass(frozen=True)
class Effect:
    """One level against the baseline's level of a factor; `left_out` says what has no partner."""

    factor: str
    level: str
    against: str
    pairs: int
    delta: Delta
    spread: SpreadComparison | None
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Interaction:
    """The effect of a level where another dimension has one of two levels.

    here, there  the effect at `other_against` and at `other_level`, over the same pairs
    delta        the second against the first: 0.1 says that the ratio there is 10% larger; for a metric
                 that can be zero the difference of the differences. Its verdict is about the metric's
                 direction: `same` says that it does not depend.
    """

    factor: str
    level: str
    against: str
    other: str
    other_level: str
    other_against: str
    pairs: int
    here: Delta
    there: Delta
    delta: Delta


def main_effects(
    cells: Sequence[Cell], factors: Dimensions, baseline: Mapping[str, str], how: How
) -> list[Effect]:
    """Each level of each factor that is not the baseline's, in the order of `factors`.

    A dimension of the cells that is not in `factors`, such as the workload, only has to be equal. A level
    without any pair is in the list, without a change.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    asked = list(_asked(factors, baseline))
    found = [_pairs(grid, one, how) for one in asked]
    deltas = [d for d, _ in _counted([[((a.values, b.values),) for a, b in p] for p, _ in found], how)]
    return [
        Effect(
            factor=factor,
            level=level,
            against=base,
            pairs=len(pairs),
            delta=delta,
            spread=None
            if how.metric.can_be_zero
            else pooled_spread([(a.values, b.values) for a, b in pairs]),
            left_out=tuple(left),
        )
        for (factor, base, level), (pairs, left), delta in zip(asked, found, deltas, strict=True)
    ]


def interactions(
    cells: Sequence[Cell],
    factors: Dimensions,
    others: Dimensions,
    baseline: Mapping[str, str],
    how: How,
) -> list[Interaction]:
    """Every two levels of two dimensions for which all four corners were measured somewhere.

    `others`: dimensions that are no factor, such as the workload; an effect may depend on them.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    asked = [
        (one, two, quads)
        for one, two in _crossed(factors, others, baseline)
        if (quads := _quads(grid, one, two))
    ]
    found = _counted([[(there, here) for here, there in quads] for _, _, quads in asked], how)
    here = _counted([[(here,) for here, _ in quads] for _, _, quads in asked], how)
    there = _counted([[(there,) for _, there in quads] for _, _, quads in asked], how)
    return [
        Interaction(
            *(one[0], one[2], one[1], two[0], two[2], two[1], used),
            here=before,
            there=after,
            delta=delta,
        )
        for (one, two, _), (delta, used), (before, _), (after, _) in zip(
            asked, found, here, there, strict=True
        )
        if used
    ]


Asked = tuple[str, str, str]  # dimension, baseline's level, another level


def _asked(dimensions: Dimensions, baseline: Mapping[str, str]) -> Iterable[Asked]:
    for dimension, levels in dimensions.items():
        base = baseline.get(dimension, levels[0] if levels else "")
        yield from ((dimension, base, level) for level in levels if level != base)


def _pairs(grid: Mapping[Place, Cell], asked: Asked, how: How) -> tuple[list[tuple[Cell, Cell]], list[str]]:
    """Cells at the baseline's level with their partners; and in sentences what cannot be paired."""
    factor, base, level = asked
    pairs, left = [], []
    for place, cell in grid.items():
        own = cell.levels.get(factor)
        if own not in (base, level):
            continue
        wanted = level if own == base else base
        partner = grid.get(moved(place, factor, wanted))
        if partner is None:
            left.append(f"{cell.name} has no partner at {factor} {wanted}")
        elif own == base and _comparable((cell, partner), how):
            pairs.append((cell, partner))
        elif own == base:
            left.append(_why_not(cell, partner))
    return pairs, left


def _why_not(one: Cell, other: Cell) -> str:
    empty = [f"{cell.name}: {cell.why}" for cell in (one, other) if cell.why]
    return "; ".join(empty) or f"{one.name} and {other.name} have no valid trial in the same round"


def _comparable(cells: tuple[Cell, Cell], how: How) -> bool:
    pair = (cells[0].values, cells[1].values)
    return comparable((pair,), can_be_zero=how.metric.can_be_zero, interleaved=how.interleaved)


def _crossed(
    factors: Dimensions, others: Dimensions, baseline: Mapping[str, str]
) -> Iterable[tuple[Asked, Asked]]:
    """Levels of two factors, the one asked about first; then of a factor and another dimension."""
    effects = {factor: list(_asked({factor: levels}, baseline)) for factor, levels in factors.items()}
    contexts = {name: list(_asked({name: levels}, baseline)) for name, levels in others.items()}
    for context, factor in combinations(factors, 2):  # does the later factor depend on the earlier one?
        yield from ((one, two) for one in effects[factor] for two in effects[context])
    for factor in factors:
        for context in contexts.values():
            yield from ((one, two) for one in effects[factor] for two in context)


def _quads(grid: Mapping[Place, Cell], one: Asked, two: Asked) -> list[tuple[Pair, Pair]]:
    """(pair here, pair there): one's two levels at two's baseline level, and at its other level."""
    quads = []
    for place, corner in grid.items():
        if corner.levels.get(one[0]) != one[1] or corner.levels.get(two[0]) != two[1]:
            continue
        changed = moved(place, one[0], one[2])
        places = (place, changed, moved(place, two[0], two[2]), moved(changed, two[0], two[2]))
        corners = [grid[p] for p in places if p in grid]
        if len(corners) == len(places) and not any(cell.why for cell in corners):
            a, b, c, d = (cell.values for cell in corners)
            quads.append(((a, b), (c, d)))
    return quads


def _counted(groups: Sequence[Sequence[Term]], how: How) -> list[tuple[Delta, int]]:
    """Each group's delta, and how many of its terms could be used; Holm over the groups."""
    metric = how.metric
    return pooled_counted(
        groups,
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        interleaved=how.interleaved,
        matters=how.matters,
        looks=how.looks,
    )
