"""Two dimensions of a grid against each other; the others are fixed at one level, or averaged over. Pure.

A mean over cells is fair only where every place of the table has the same ones: combinations of the averaged
dimensions that some place lacks are left out of all places, and named.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import special

from backend.presentation.words import few, join_words, sentence
from backend.statistics import pairing
from backend.statistics.assemble import Delta
from backend.statistics.estimate import ALPHA
from backend.statistics.grids.cells import Cell, Comparison, Dimensions, Place, place_of, pool_groups
from backend.statistics.pooled import Term
from backend.statistics.spread import Spread, spread

Combination = tuple[str, ...]
Dots = tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Axes:
    """Which dimension goes where. Every dimension of the grid is in one of the four."""

    rows: str
    columns: str
    fixed: Mapping[str, str]
    averaged: Sequence[str]


@dataclass(frozen=True)
class Figure:
    """A mean over cells: `ci_half_width` of its 95% interval, and the geometric mean of the cells' `cv`."""

    mean: float | None
    ci_half_width: float | None
    cv: float | None
    trials: int
    dots: Dots


@dataclass(frozen=True)
class PivotCell:
    """One place of the table; `delta` only where cells are averaged, `missing` says why it is empty."""

    row: str
    column: str
    cells: tuple[Cell, ...]
    is_baseline: bool
    figure: Figure
    delta: Delta | None
    missing: str


@dataclass(frozen=True)
class Pivot:
    """Places row by row; the combinations averaged `over`, and those `left_out` with reasons."""

    cells: list[PivotCell]
    over: list[Combination]
    left_out: list[str]


def pivot(
    cells: Iterable[Cell],
    dimensions: Dimensions,
    axes: Axes,
    baseline: Mapping[str, str],
    comparison: Comparison,
) -> Pivot:
    """The table of two dimensions.

    A place is compared with the baseline's levels of the axes and of the fixed dimensions, at the same
    levels of those that are averaged. A dimension that `baseline` has no level of, such as the workload,
    is always equal.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    combinations = list(product(*(dimensions[name] for name in axes.averaged)))
    places = list(product(dimensions[axes.rows], dimensions[axes.columns]))
    combinations_at = {
        place: {c for c in combinations if _has(grid.get(_at(axes, place, c)))} for place in places
    }
    filled_places = [
        place_combinations for place_combinations in combinations_at.values() if place_combinations
    ]
    over = [
        c
        for c in combinations
        if filled_places and all(c in place_combinations for place_combinations in filled_places)
    ]
    cells_at = {
        place: [grid[_at(axes, place, c)] for c in over] if combinations_at[place] else [] for place in places
    }
    reference = {place: _reference(grid, axes, place, over, baseline) for place in places}
    deltas = _deltas(cells_at, reference, comparison) if axes.averaged else {}
    return Pivot(
        cells=[
            PivotCell(
                row=place[0],
                column=place[1],
                cells=tuple(cells_at[place]),
                is_baseline=bool(cells_at[place]) and cells_at[place] == reference[place],
                figure=_figure(cells_at[place], comparison),
                delta=deltas.get(place),
                missing=""
                if cells_at[place]
                else _missing_reason(grid, axes, place, combinations, bool(combinations_at[place])),
            )
            for place in places
        ],
        over=over,
        left_out=[
            _left_out(axes, c, combinations_at) for c in combinations if filled_places and c not in over
        ],
    )


Where = tuple[str, str]


def _has(cell: Cell | None) -> bool:
    return cell is not None and not cell.reason


def _at(axes: Axes, place: Where, combination: Combination) -> Place:
    levels = {axes.rows: place[0], axes.columns: place[1], **axes.fixed}
    return place_of(levels | dict(zip(axes.averaged, combination, strict=True)))


def _reference(
    grid: Mapping[Place, Cell],
    axes: Axes,
    place: Where,
    over: Sequence[Combination],
    baseline: Mapping[str, str],
) -> list[Cell | None]:
    """The cell that each averaged one of a place is compared with."""
    base = (baseline.get(axes.rows, place[0]), baseline.get(axes.columns, place[1]))
    base_levels = {name: baseline.get(name, level) for name, level in axes.fixed.items()}
    base_axes = Axes(axes.rows, axes.columns, base_levels, axes.averaged)
    return [grid.get(_at(base_axes, base, c)) for c in over]


def _deltas(
    cells_at: Mapping[Where, Sequence[Cell]],
    reference: Mapping[Where, Sequence[Cell | None]],
    comparison: Comparison,
) -> dict[Where, Delta]:
    """A delta for each place that is not its own reference; Holm over the table."""
    compared_cells = {
        place: cells for place, cells in cells_at.items() if cells and cells != reference[place]
    }
    pairs_by_place = [
        [(a, b) for a, b in zip(reference[place], cells, strict=True) if a is not None]
        for place, cells in compared_cells.items()
    ]
    groups: list[list[Term]] = [[((a.values, b.values),) for a, b in pairs] for pairs in pairs_by_place]
    measured_groups = [comparison.measured_group(pairs) for pairs in pairs_by_place]
    place_deltas = [delta for delta, _ in pool_groups(groups, comparison, measured_groups)]
    return dict(zip(compared_cells, place_deltas, strict=True))


def _figure(cells: Sequence[Cell], comparison: Comparison) -> Figure:
    spreads = [spread(cell.values, comparison.metric.can_be_zero) for cell in cells]
    if not spreads:
        return Figure(None, None, None, 0, ())
    mean = float(np.mean([cell_spread.mean for cell_spread in spreads if cell_spread.mean is not None]))
    dots = _dots([pairing.usable([cell.values], comparison.metric.can_be_zero) for cell in cells], comparison)
    return Figure(mean, _half(spreads), _cv(spreads), sum(cell_spread.n for cell_spread in spreads), dots)


def _half(spreads: Sequence[Spread]) -> float | None:
    """Half of the 95% interval of a mean of independent means, with Satterthwaite's degrees of freedom."""
    sd_and_n = [
        (cell_spread.cv * cell_spread.mean, cell_spread.n)
        for cell_spread in spreads
        if cell_spread.cv is not None and cell_spread.mean is not None
    ]
    if len(sd_and_n) < len(spreads):
        return None
    square = np.array([sd**2 / n for sd, n in sd_and_n])
    total = float(square.sum())
    if total == 0:
        return 0.0
    freedom = total**2 / float((square**2 / np.array([n - 1 for _, n in sd_and_n])).sum())
    return float(special.stdtrit(freedom, 1 - ALPHA / 2)) * total**0.5 / len(spreads)


def _cv(spreads: Sequence[Spread]) -> float | None:
    cvs = [cell_spread.cv for cell_spread in spreads if cell_spread.cv is not None]
    if len(cvs) < len(spreads):
        return None
    return float(np.exp(np.log(cvs).mean())) if all(cvs) else 0.0


def _dots(sides: Sequence[pairing.Trials], comparison: Comparison) -> Dots:
    """The trials of one run; of several the mean of each round that all have, where rounds mean something."""
    if len(sides) == 1:
        return tuple(zip(sides[0].round.tolist(), sides[0].value.tolist(), strict=True))
    if not comparison.is_interleaved:
        return ()
    rounds = [_by_round(side) for side in sides]
    common = sorted(set.intersection(*(set(means_by_round) for means_by_round in rounds)))
    return tuple(
        (number, float(np.mean([means_by_round[number] for means_by_round in rounds]))) for number in common
    )


def _by_round(trials: pairing.Trials) -> dict[int, float]:
    numbers, index = np.unique(trials.round, return_inverse=True)
    means = np.bincount(index, weights=trials.value) / np.bincount(index)
    return dict(zip(numbers.tolist(), means.tolist(), strict=True))


def _missing_reason(
    grid: Mapping[Place, Cell],
    axes: Axes,
    place: Where,
    combinations: Sequence[Combination],
    has_trials: bool,
) -> str:
    """Why a place is empty, in a sentence."""
    if has_trials:
        return (
            f"Measured here, but not for the same {join_words(axes.averaged)} as elsewhere: choose a level."
        )
    cells = [cell for c in combinations if (cell := grid.get(_at(axes, place, c))) is not None]
    reasons = dict.fromkeys(cell.reason for cell in cells)
    if reasons:
        return sentence("; ".join(reasons))
    levels = {axes.rows: place[0], axes.columns: place[1], **axes.fixed}
    return f"The grid has no run with {_levels_text(levels)}."


def _left_out(axes: Axes, combination: Combination, combinations_at: Mapping[Where, set[Combination]]) -> str:
    lacking = [
        place
        for place, place_combinations in combinations_at.items()
        if place_combinations and combination not in place_combinations
    ]
    places = [_levels_text({axes.rows: row, axes.columns: column}) for row, column in lacking]
    combination_text = _levels_text(dict(zip(axes.averaged, combination, strict=True)))
    if not places:
        return f"{combination_text} was measured nowhere"
    return f"{combination_text} is left out everywhere: no figure for {few(places, 2)}"


def _levels_text(levels: Mapping[str, str]) -> str:
    return " · ".join(f"{name} {level}" for name, level in levels.items())
