"""API views of a grid: any two dimensions against each other, and what each factor does."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from sqlalchemy.orm import Session

from backend.analysis import interim
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.deltas import delta_rows
from backend.analysis.grids.effect_words import depends, factor_sentence, interaction_sentence
from backend.analysis.grids.grid import Grid, cells_of, grid_of, how_of, is_alarmed
from backend.analysis.grids.grid_schemas import (
    DimensionOut,
    EffectOut,
    InteractionOut,
    MainEffectsOut,
    PivotCellOut,
    PivotOut,
    TrialValue,
)
from backend.analysis.schemas import DeltaRow
from backend.analysis.trial_values import delta_out, spread_out, suspect_runs
from backend.definition.halving import is_halving
from backend.errors import Invalid
from backend.model_fields import copy_fields
from backend.statistics import delta as statistics
from backend.statistics.grids import main_effects as effects
from backend.statistics.grids.pivot import Axes, PivotCell, pivot

_HALVED = (
    "Without a verdict: halving eliminated the worse cells on the way, so cells have different rounds, and "
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
    table = pivot(cells, grid.dimensions, axes, grid.baseline, how_of(grid))
    suspect, has_alarm = suspect_runs(grid.trials), is_alarmed(grid, grid.workloads)
    deltas = {row.run_id: row for row in delta_rows(grid.experiment, grid.all_runs, grid.trials, grid.metric)}
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
        over=len(table.over),
        baseline=_baseline_words(grid, axes),
        cells=[_cell_out(_apply_alarm(cell, grid, has_alarm), deltas, suspect) for cell in table.cells],
        left_out=table.left_out,
    )


def main_effects_of(
    session: Session, experiment_id: str, metric: str, workload: str | None = None
) -> MainEffectsOut:
    """Work out what each factor does by itself, over all workloads or under one."""
    grid = grid_of(session, experiment_id, metric)
    if workload is not None and workload not in grid.workloads:
        names = ", ".join(grid.workloads)
        raise Invalid.at("workload", f"there is no workload “{workload[:80]}”; there is: {names}")
    workloads = grid.workloads if workload is None else [workload]
    cells, method, has_alarm = cells_of(grid, workloads), how_of(grid), is_alarmed(grid, workloads)
    main_effects = [
        _apply_alarm(e, grid, has_alarm)
        for e in effects.main_effects(cells, grid.factors, grid.baseline, method)
    ]
    other_factors = {grid.workload: workloads} if grid.workload and len(workloads) > 1 else {}
    interactions = [
        _apply_alarm(effect, grid, has_alarm)
        for effect in effects.interactions(cells, grid.factors, other_factors, grid.baseline, method)
    ]
    interactions.sort(key=lambda effect: 1.0 if effect.delta.p is None else effect.delta.p)
    by_factor = [[e for e in main_effects if e.factor == factor] for factor in grid.factors]
    return MainEffectsOut(
        metric=grid.metric,
        workloads=workloads,
        baseline=dict(grid.baseline),
        effects=[_effect_out(e) for e in main_effects],
        sentences=[factor_sentence(group, grid.metric) for group in by_factor if group],
        interactions=[_interaction_out(effect, grid) for effect in interactions],
        min_effect=0.0 if grid.metric.can_be_zero else method.min_effect,
    )


T = TypeVar("T", effects.Effect, effects.Interaction, PivotCell)


def _apply_alarm(effect: T, grid: Grid, has_alarm: bool) -> T:
    """With the words that the experiment's state and its controls allow."""

    def mask(delta: statistics.Delta) -> statistics.Delta:
        delta = statistics.without_verdict(delta, statistics.ALARM) if has_alarm else delta
        if is_halving(grid.experiment.definition):
            return statistics.without_verdict(delta, _HALVED)
        return interim.withhold_verdict(delta, grid.experiment)

    if isinstance(effect, effects.Interaction):
        return replace(effect, delta=mask(effect.delta), here=mask(effect.here), there=mask(effect.there))
    return effect if effect.delta is None else replace(effect, delta=mask(effect.delta))


def _axes(grid: Grid, rows: str | None, columns: str | None, at: Sequence[str]) -> Axes:
    names = list(grid.dimensions)
    for place, factor in (("rows", rows), ("columns", columns)):
        if factor is not None and factor not in names:
            raise Invalid.at(place, f"there is no factor “{factor[:80]}”; there is: {', '.join(names)}")
    several = [name for name in names if len(grid.dimensions[name]) > 1]
    down = rows or next((name for name in several if name != columns), None)
    across = columns or next((name for name in several if name != down), None)
    if down is None or across is None:
        raise Invalid.at("rows", f"a table needs two factors; this grid has only {', '.join(names)}")
    if down == across:
        raise Invalid.at(
            "columns", f"rows and columns are both {down}; choose another factor for one of them"
        )
    levels, averaged_factors = _choose_levels(
        grid, [name for name in names if name not in (down, across)], at
    )
    fixed_levels = {
        name: levels.get(name, grid.baseline.get(name, grid.dimensions[name][0]))
        for name in names
        if name not in (down, across, *averaged_factors)
    }
    return Axes(down, across, fixed_levels, averaged_factors)


def _choose_levels(grid: Grid, factors: Sequence[str], at: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """(dimension → level, averaged dimensions) of `log:off` and `log`."""
    levels = {f"{name}:{level}": (name, level) for name in factors for level in grid.dimensions[name]}
    bad_texts = [text for text in at if text not in levels and text not in factors]
    if bad_texts:
        choices = ", ".join([*factors, *levels]) or "none, both factors are on an axis"
        raise Invalid.at("at", f"“{bad_texts[0][:80]}” cannot be chosen; there is: {choices}")
    return dict(levels[text] for text in at if text in levels), [name for name in factors if name in at]


def _baseline_words(grid: Grid, axes: Axes) -> str:
    """`workers 16 · pin none, averaged over log`."""
    levels = " · ".join(f"{name} {x}" for name, x in grid.baseline.items() if name not in axes.averaged)
    workload = "of the same workload" if grid.workload in (axes.rows, axes.columns, *axes.averaged) else ""
    over = f"averaged over {' and '.join(axes.averaged)}" if axes.averaged else ""
    return ", ".join(part for part in (levels, workload, over) if part)


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


def _effect_out(effect: effects.Effect) -> EffectOut:
    spread = None if effect.spread is None else spread_out(effect.spread)
    return copy_fields(EffectOut, effect, delta=delta_out(effect.delta), spread=spread)


def _interaction_out(interaction: effects.Interaction, grid: Grid) -> InteractionOut:
    return copy_fields(
        InteractionOut,
        interaction,
        here=delta_out(interaction.here),
        there=delta_out(interaction.there),
        delta=delta_out(interaction.delta),
        depends=depends(interaction),
        sentence=interaction_sentence(interaction, grid.metric),
    )
