"""Two dimensions of a grid against each other; the others are fixed at one level, or averaged over. Pure.

A mean over cells is fair only where every place of the table has the same ones: combinations of the averaged
dimensions that some place lacks are left out of all places, and named.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import special

from backend.statistics import pairing
from backend.statistics.assemble import Delta
from backend.statistics.cells import Cell, Dimensions, How, Place, place_of
from backend.statistics.estimate import ALPHA
from backend.statistics.pooled import Term, pooled_each
from backend.statistics.spread import Spread, spread
from backend.words import few, listed, sentence

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
    how: How,
) -> Pivot:
    """The table of two dimensions.

    A place is compared with the baseline's levels of the axes and of the fixed dimensions, at the same
    levels of those that are averaged. A dimension that `baseline` has no level of, such as the workload,
    is always equal.
    """
    grid = {place_of(cell.levels): cell for cell in cells}
    combinations = list(product(*(dimensions[name] for name in axes.averaged)))
    places = list(product(dimensions[axes.rows], dimensions[axes.columns]))
    measured = {where: {c for c in combinations if _has(grid.get(_at(axes, where, c)))} for where in places}
    filled = [found for found in measured.values() if found]
    over = [c for c in combinations if filled and all(c in found for found in filled)]
    chosen = {where: [grid[_at(axes, where, c)] for c in over] if measured[where] else [] for where in places}
    reference = {where: _reference(grid, axes, where, over, baseline) for where in places}
    deltas = _deltas(chosen, reference, how) if axes.averaged else {}
    return Pivot(
        cells=[
            PivotCell(
                row=where[0],
                column=where[1],
                cells=tuple(chosen[where]),
                is_baseline=bool(chosen[where]) and chosen[where] == reference[where],
                figure=_figure(chosen[where], how),
                delta=deltas.get(where),
                missing="" if chosen[where] else _why(grid, axes, where, combinations, bool(measured[where])),
            )
            for where in places
        ],
        over=over,
        left_out=[_left_out(axes, c, measured) for c in combinations if filled and c not in over],
    )


Where = tuple[str, str]


def _has(cell: Cell | None) -> bool:
    return cell is not None and not cell.why


def _at(axes: Axes, where: Where, combination: Combination) -> Place:
    levels = {axes.rows: where[0], axes.columns: where[1], **axes.fixed}
    return place_of(levels | dict(zip(axes.averaged, combination, strict=True)))


def _reference(
    grid: Mapping[Place, Cell],
    axes: Axes,
    where: Where,
    over: Sequence[Combination],
    baseline: Mapping[str, str],
) -> list[Cell | None]:
    """The cell that each averaged one of a place is compared with."""
    base = (baseline.get(axes.rows, where[0]), baseline.get(axes.columns, where[1]))
    fixed = {name: baseline.get(name, level) for name, level in axes.fixed.items()}
    there = Axes(axes.rows, axes.columns, fixed, axes.averaged)
    return [grid.get(_at(there, base, c)) for c in over]


def _deltas(
    chosen: Mapping[Where, Sequence[Cell]], reference: Mapping[Where, Sequence[Cell | None]], how: How
) -> dict[Where, Delta]:
    """A delta for each place that is not its own reference; Holm over the table."""
    asked = {where: cells for where, cells in chosen.items() if cells and cells != reference[where]}
    groups: list[list[Term]] = [
        [((a.values, b.values),) for a, b in zip(reference[where], cells, strict=True) if a is not None]
        for where, cells in asked.items()
    ]
    metric = how.metric
    found = pooled_each(
        groups,
        direction=metric.direction,
        can_be_zero=metric.can_be_zero,
        interleaved=how.interleaved,
        matters=how.matters,
        looks=how.looks,
    )
    return dict(zip(asked, found, strict=True))


def _figure(cells: Sequence[Cell], how: How) -> Figure:
    found = [spread(cell.values, how.metric.can_be_zero) for cell in cells]
    if not found:
        return Figure(None, None, None, 0, ())
    mean = float(np.mean([one.mean for one in found if one.mean is not None]))
    dots = _dots([pairing.usable([cell.values], how.metric.can_be_zero) for cell in cells], how)
    return Figure(mean, _half(found), _cv(found), sum(one.n for one in found), dots)


def _half(found: Sequence[Spread]) -> float | None:
    """Half of the 95% interval of a mean of independent means, with Satterthwaite's degrees of freedom."""
    known = [(one.cv * one.mean, one.n) for one in found if one.cv is not None and one.mean is not None]
    if len(known) < len(found):
        return None
    square = np.array([sd**2 / n for sd, n in known])
    total = float(square.sum())
    if total == 0:
        return 0.0
    freedom = total**2 / float((square**2 / np.array([n - 1 for _, n in known])).sum())
    return float(special.stdtrit(freedom, 1 - ALPHA / 2)) * total**0.5 / len(found)


def _cv(found: Sequence[Spread]) -> float | None:
    known = [one.cv for one in found if one.cv is not None]
    if len(known) < len(found):
        return None
    return float(np.exp(np.log(known).mean())) if all(known) else 0.0


def _dots(sides: Sequence[pairing.Trials], how: How) -> Dots:
    """The trials of one run; of several the mean of each round that all have, where rounds mean something."""
    if len(sides) == 1:
        return tuple(zip(sides[0].round.tolist(), sides[0].value.tolist(), strict=True))
    if not how.interleaved:
        return ()
    rounds = [_by_round(side) for side in sides]
    common = sorted(set.intersection(*(set(one) for one in rounds)))
    return tuple((number, float(np.mean([one[number] for one in rounds]))) for number in common)


def _by_round(trials: pairing.Trials) -> dict[int, float]:
    numbers, index = np.unique(trials.round, return_inverse=True)
    means = np.bincount(index, weights=trials.value) / np.bincount(index)
    return dict(zip(numbers.tolist(), means.tolist(), strict=True))


def _why(
    grid: Mapping[Place, Cell],
    axes: Axes,
    where: Where,
    combinations: Sequence[Combination],
    some: bool,
) -> str:
    """Why a place is empty, in a sentence."""
    if some:
        return f"Measured here, but not for the same {listed(axes.averaged)} as elsewhere: choose a level."
    here = [cell for c in combinations if (cell := grid.get(_at(axes, where, c))) is not None]
    reasons = dict.fromkeys(cell.why for cell in here)
    if reasons:
        return sentence("; ".join(reasons))
    levels = {axes.rows: where[0], axes.columns: where[1], **axes.fixed}
    return f"The grid has no run with {_named(levels)}."


def _left_out(axes: Axes, combination: Combination, measured: Mapping[Where, set[Combination]]) -> str:
    lacking = [where for where, found in measured.items() if found and combination not in found]
    places = [_named({axes.rows: row, axes.columns: column}) for row, column in lacking]
    named = _named(dict(zip(axes.averaged, combination, strict=True)))
    if not places:
        return f"{named} was measured nowhere"
    return f"{named} is left out everywhere: no figure for {few(places, 2)}"


def _named(levels: Mapping[str, str]) -> str:
    return " · ".join(f"{name} {level}" for name, level in levels.items())
