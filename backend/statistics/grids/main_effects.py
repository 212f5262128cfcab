"""What each factor of a grid does by itself, and whether that depends on another factor. Pure.

A level is compared with the baseline's level over all pairs of cells that are equal in everything else;
a cell without a partner does not count and is named. All effects of a grid are one family for Holm, and
all interactions another: each list is read as one answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from backend.statistics.assemble import Delta
from backend.statistics.grids.cells import (
    Cell,
    Comparison,
    Dimensions,
    Place,
    move_place,
    place_of,
    pool_groups,
)
from backend.statistics.pooled import Pair, comparable
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
    cells: Sequence[Cell], factors: Dimensions, baseline: Mapping[str, str], comparison: Comparison
) -> list[Effect]:
    """Each level of each factor that is not the baseline's, in the order of `factors`.

    A dimension of the cells that is not in `factors`, such as the workload, only has to be equal. A level
    without any pair is in the list, without a change.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    contrasts = list(_contrasts(factors, baseline))
    pairs_of = [_pairs(grid, contrast, comparison) for contrast in contrasts]
    terms = [[((a.values, b.values),) for a, b in pairs] for pairs, _ in pairs_of]
    groups = [comparison.measured_group(pairs) for pairs, _ in pairs_of]
    deltas = [delta for delta, _ in pool_groups(terms, comparison, groups)]
    return [
        Effect(
            factor=factor,
            level=level,
            against=base,
            pairs=len(pairs),
            delta=delta,
            spread=None
            if comparison.metric.can_be_zero
            else pooled_spread([(a.values, b.values) for a, b in pairs]),
            left_out=tuple(reasons),
        )
        for (factor, base, level), (pairs, reasons), delta in zip(contrasts, pairs_of, deltas, strict=True)
    ]


def interactions(
    cells: Sequence[Cell],
    factors: Dimensions,
    other_dimensions: Dimensions,
    baseline: Mapping[str, str],
    comparison: Comparison,
) -> list[Interaction]:
    """Every two levels of two dimensions for which all four corners were measured somewhere.

    `others`: dimensions that are no factor, such as the workload; an effect may depend on them.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    crossings = [
        (effect, context, quads)
        for effect, context in _cross(factors, other_dimensions, baseline)
        if (quads := _quads(grid, effect, context))
    ]
    pooled_deltas = pool_groups(
        [[(level_deltas, base_deltas) for base_deltas, level_deltas in quads] for _, _, quads in crossings],
        comparison,
    )
    base_deltas = pool_groups(
        [[(base_deltas,) for base_deltas, _ in quads] for _, _, quads in crossings], comparison
    )
    level_deltas = pool_groups(
        [[(level_deltas,) for _, level_deltas in quads] for _, _, quads in crossings], comparison
    )
    return [
        Interaction(
            *(effect[0], effect[2], effect[1], context[0], context[2], context[1], quad_count),
            here=before,
            there=after,
            delta=delta,
        )
        for (effect, context, _), (delta, quad_count), (before, _), (after, _) in zip(
            crossings, pooled_deltas, base_deltas, level_deltas, strict=True
        )
        if quad_count
    ]


Asked = tuple[str, str, str]  # dimension, baseline's level, another level


def _contrasts(dimensions: Dimensions, baseline: Mapping[str, str]) -> Iterable[Asked]:
    for dimension, levels in dimensions.items():
        base = baseline.get(dimension, levels[0] if levels else "")
        yield from ((dimension, base, level) for level in levels if level != base)


def _pairs(
    grid: Mapping[Place, Cell], contrast: Asked, comparison: Comparison
) -> tuple[list[tuple[Cell, Cell]], list[str]]:
    """Cells at the baseline's level with their partners; and in sentences what cannot be paired."""
    factor, base, level = contrast
    pairs, reasons = [], []
    for place, cell in grid.items():
        cell_level = cell.levels.get(factor)
        if cell_level not in (base, level):
            continue
        partner_level = level if cell_level == base else base
        partner = grid.get(move_place(place, factor, partner_level))
        if partner is None:
            reasons.append(f"{cell.name} has no partner at {factor} {partner_level}")
        elif cell_level == base and _comparable((cell, partner), comparison):
            pairs.append((cell, partner))
        elif cell_level == base:
            reasons.append(_why_not(cell, partner))
    return pairs, reasons


def _why_not(base_cell: Cell, partner: Cell) -> str:
    empty = [f"{cell.name}: {cell.reason}" for cell in (base_cell, partner) if cell.reason]
    return "; ".join(empty) or f"{base_cell.name} and {partner.name} have no valid trial in the same round"


def _comparable(cells: tuple[Cell, Cell], comparison: Comparison) -> bool:
    pair = (cells[0].values, cells[1].values)
    return comparable(
        (pair,), can_be_zero=comparison.metric.can_be_zero, is_interleaved=comparison.is_interleaved
    )


def _cross(
    factors: Dimensions, other_dimensions: Dimensions, baseline: Mapping[str, str]
) -> Iterable[tuple[Asked, Asked]]:
    """Levels of two factors, the one asked about first; then of a factor and another dimension."""
    effects = {factor: list(_contrasts({factor: levels}, baseline)) for factor, levels in factors.items()}
    contexts = {name: list(_contrasts({name: levels}, baseline)) for name, levels in other_dimensions.items()}
    for context, factor in combinations(factors, 2):  # does the later factor depend on the earlier one?
        yield from ((effect, two) for effect in effects[factor] for two in effects[context])
    for factor in factors:
        for context in contexts.values():
            yield from ((effect, two) for effect in effects[factor] for two in context)


def _quads(grid: Mapping[Place, Cell], effect: Asked, context: Asked) -> list[tuple[Pair, Pair]]:
    """(pair here, pair there): one's two levels at two's baseline level, and at its other level."""
    quads = []
    for place, corner in grid.items():
        if corner.levels.get(effect[0]) != effect[1] or corner.levels.get(context[0]) != context[1]:
            continue
        effect_place = move_place(place, effect[0], effect[2])
        places = (
            place,
            effect_place,
            move_place(place, context[0], context[2]),
            move_place(effect_place, context[0], context[2]),
        )
        corners = [grid[p] for p in places if p in grid]
        if len(corners) == len(places) and not any(cell.reason for cell in corners):
            a, b, c, d = (cell.values for cell in corners)
            quads.append(((a, b), (c, d)))
    return quads
