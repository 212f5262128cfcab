"""What the API says of a grid: any two dimensions against each other, and what each factor does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.orm import Session

from backend.errors import Invalid
from backend.experiments.definition.halving import is_halving
from backend.experiments.results import deltas as results
from backend.experiments.results import interim
from backend.experiments.results.delta_schemas import DeltaOut
from backend.experiments.results.grids.effect_words import depends, factor_sentence, interaction_sentence
from backend.experiments.results.grids.grid import Grid, cells_of, grid_of, how_of, is_alarmed
from backend.experiments.results.grids.grid_schemas import (
    DimensionOut,
    EffectOut,
    InteractionOut,
    MainEffectsOut,
    PivotCellOut,
    PivotOut,
    TrialValue,
)
from backend.experiments.results.schemas import DeltaRow
from backend.experiments.results.trial_values import delta_out, spread_out, suspect_runs
from backend.statistics import delta as statistics
from backend.statistics import main_effects as effects
from backend.statistics.pivot import Axes, PivotCell, pivot

_HALVED = (
    "Without a verdict: halving left out the worse cells on the way, so cells have different rounds, and "
    "those that remain were chosen."
)


def pivot_of(
    session: Session,
    experiment_id: str,
    metric: str,
    rows: str | None = None,
    columns: str | None = None,
    at: Sequence[str] = (),
) -> PivotOut:
    """Two dimensions against each other. Invalid says what is wrong with the choice.

    at  for each other dimension `log:off` for one level, or `log` to average over all of its levels; of
        what is not named the baseline's level is taken
    """
    grid = grid_of(session, experiment_id, metric)
    axes = _axes(grid, rows, columns, at)
    cells = cells_of(grid, grid.workloads)
    found = pivot(cells, grid.dimensions, axes, grid.baseline, how_of(grid))
    suspect, alarmed = suspect_runs(grid.trials), is_alarmed(grid, grid.workloads)
    deltas = {
        row.run_id: row
        for row in results.delta_rows(grid.experiment, grid.all_runs, grid.trials, grid.metric)
    }
    return PivotOut(
        metric=grid.metric,
        dimensions=[
            DimensionOut(name=name, levels=list(levels), is_workload=name == grid.workload)
            for name, levels in grid.dimensions.items()
        ],
        rows=axes.rows,
        columns=axes.columns,
        fixed=dict(axes.fixed),
        averaged=list(axes.averaged),
        over=len(found.over),
        baseline=_baseline_words(grid, axes),
        cells=[_cell_out(_heard(cell, grid, alarmed), deltas, suspect) for cell in found.cells],
        left_out=found.left_out,
    )


def main_effects_of(
    session: Session, experiment_id: str, metric: str, workload: str | None = None
) -> MainEffectsOut:
    """What each factor does by itself, over all workloads or under one."""
    grid = grid_of(session, experiment_id, metric)
    if workload is not None and workload not in grid.workloads:
        there = ", ".join(grid.workloads)
        raise Invalid.at("workload", f"there is no workload “{workload[:80]}”; there is: {there}")
    here = grid.workloads if workload is None else [workload]
    cells, how, alarmed = cells_of(grid, here), how_of(grid), is_alarmed(grid, here)
    found = [_heard(e, grid, alarmed) for e in effects.main_effects(cells, grid.factors, grid.baseline, how)]
    others = {grid.workload: here} if grid.workload and len(here) > 1 else {}
    crossed = [
        _heard(one, grid, alarmed)
        for one in effects.interactions(cells, grid.factors, others, grid.baseline, how)
    ]
    crossed.sort(key=lambda one: 1.0 if one.delta.p is None else one.delta.p)
    by_factor = [[e for e in found if e.factor == factor] for factor in grid.factors]
    return MainEffectsOut(
        metric=grid.metric,
        workloads=here,
        baseline=dict(grid.baseline),
        effects=[_effect_out(e) for e in found],
        sentences=[factor_sentence(group, grid.metric) for group in by_factor if group],
        interactions=[_interaction_out(one, grid) for one in crossed],
        matters=0.0 if grid.metric.can_be_zero else how.matters,
    )


T = TypeVar("T", effects.Effect, effects.Interaction, PivotCell)


def _heard(one: T, grid: Grid, alarmed: bool) -> T:
    """With the words that the experiment's state and its controls allow."""

    def said(found: statistics.Delta) -> statistics.Delta:
        found = statistics.without_verdict(found, statistics.ALARM) if alarmed else found
        if is_halving(grid.experiment.definition):
            return statistics.without_verdict(found, _HALVED)
        return interim.said(found, grid.experiment)

    if isinstance(one, effects.Interaction):
        return replace(one, delta=said(one.delta), here=said(one.here), there=said(one.there))
    return one if one.delta is None else replace(one, delta=said(one.delta))


def _axes(grid: Grid, rows: str | None, columns: str | None, at: Sequence[str]) -> Axes:
    names = list(grid.dimensions)
    for place, asked in (("rows", rows), ("columns", columns)):
        if asked is not None and asked not in names:
            raise Invalid.at(place, f"there is no factor “{asked[:80]}”; there is: {', '.join(names)}")
    several = [name for name in names if len(grid.dimensions[name]) > 1]
    down = rows or next((name for name in several if name != columns), None)
    across = columns or next((name for name in several if name != down), None)
    if down is None or across is None:
        raise Invalid.at("rows", f"a table needs two factors; this grid has only {', '.join(names)}")
    if down == across:
        raise Invalid.at(
            "columns", f"rows and columns are both {down}; choose another factor for one of them"
        )
    chosen, averaged = _chosen(grid, [name for name in names if name not in (down, across)], at)
    fixed = {
        name: chosen.get(name, grid.baseline.get(name, grid.dimensions[name][0]))
        for name in names
        if name not in (down, across, *averaged)
    }
    return Axes(down, across, fixed, averaged)


def _chosen(grid: Grid, others: Sequence[str], at: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """(dimension → level, averaged dimensions) of `log:off` and `log`."""
    levels = {f"{name}:{level}": (name, level) for name in others for level in grid.dimensions[name]}
    unknown = [text for text in at if text not in levels and text not in others]
    if unknown:
        there = ", ".join([*others, *levels]) or "none, both factors are on an axis"
        raise Invalid.at("at", f"“{unknown[0][:80]}” cannot be chosen; there is: {there}")
    return dict(levels[text] for text in at if text in levels), [name for name in others if name in at]


def _baseline_words(grid: Grid, axes: Axes) -> str:
    """`workers 16 · pin none, averaged over log`."""
    levels = " · ".join(f"{name} {x}" for name, x in grid.baseline.items() if name not in axes.averaged)
    same = "of the same workload" if grid.workload in (axes.rows, axes.columns, *axes.averaged) else ""
    over = f"averaged over {' and '.join(axes.averaged)}" if axes.averaged else ""
    return ", ".join(part for part in (levels, same, over) if part)


def _cell_out(cell: PivotCell, deltas: Mapping[str, DeltaRow], suspect: Mapping[str, str]) -> PivotCellOut:
    figure = cell.figure
    delta: DeltaOut | None = None
    if cell.delta is not None:
        because = next((suspect[c.id] for c in cell.cells if c.id in suspect), None)
        delta = delta_out(cell.delta, because)
    elif len(cell.cells) == 1 and cell.cells[0].id in deltas:
        delta = deltas[cell.cells[0].id]
    return PivotCellOut(
        row=cell.row,
        column=cell.column,
        run_ids=[c.id for c in cell.cells],
        names=[c.name for c in cell.cells],
        is_baseline=cell.is_baseline,
        mean=figure.mean,
        half=figure.ci_half_width,
        cv=figure.cv,
        trials=figure.trials,
        dots=[TrialValue(round=number, value=value) for number, value in figure.dots],
        delta=delta,
        missing=cell.missing or None,
    )


def _effect_out(found: effects.Effect) -> EffectOut:
    return EffectOut(
        factor=found.factor,
        level=found.level,
        against=found.against,
        pairs=found.pairs,
        delta=delta_out(found.delta),
        spread=None if found.spread is None else spread_out(found.spread),
        left_out=list(found.left_out),
    )


def _interaction_out(found: effects.Interaction, grid: Grid) -> InteractionOut:
    return InteractionOut(
        factor=found.factor,
        level=found.level,
        against=found.against,
        other=found.other,
        other_level=found.other_level,
        other_against=found.other_against,
        pairs=found.pairs,
        here=delta_out(found.here),
        there=delta_out(found.there),
        delta=delta_out(found.delta),
        depends=depends(found),
        sentence=interaction_sentence(found, grid.metric),
    )
