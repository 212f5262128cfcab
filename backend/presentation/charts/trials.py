"""Trials as dots, one row per run."""

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.frame import (
    SIDE,
    TEXT,
    WIDTH,
    Scale,
    foot,
    head,
    head_height,
    label,
    label_width,
    left_out,
    row_height,
    value_axis,
)
from backend.presentation.charts.specs import MAX_ROWS, Row, TrialsChart
from backend.presentation.figures import tick

_RIGHT = 130


def draw(chart: TrialsChart) -> Canvas:
    rows = chart.rows[:MAX_ROWS]
    step = min(row_height(len(rows)), 30)
    top = head_height(chart.title, chart.subtitle, WIDTH) + 8
    bottom = top + step * len(rows)
    invalid = any(not valid for row in rows for _, valid in row.values)
    reading = "Dot: one trial. Line: mean of the valid trials." + (
        " Hollow: not valid, left out." if invalid else ""
    )
    notes = [reading, *left_out(len(chart.rows), MAX_ROWS)]
    canvas = Canvas(WIDTH, bottom + 40 + 17 * len(notes) + 12)
    head(canvas, chart.title, chart.subtitle, WIDTH)
    names = label_width([row.label for row in rows])
    scale = Scale(*domain(rows), SIDE + names + 24, WIDTH - _RIGHT)
    value_axis(canvas, scale, top, bottom, lambda value: tick(value, chart.metric.unit))
    for n, row in enumerate(rows):
        middle = top + step * (n + 0.5)
        label(canvas, row.label, middle + 4.5, names, row.is_baseline)
        dots(canvas, row, scale, middle, "b" if not row.is_baseline else "dot", step)
        canvas.text(WIDTH - SIDE, middle + 4.5, row.figure, TEXT, "ink", "right", bold=True)
    foot(canvas, notes, bottom + 46)
    return canvas


def dots(
    canvas: Canvas, row: Row, scale: Scale, middle: float, colour: str, step: float, radius: float = 0
) -> None:
    radius = radius or (3.2 if step > 24 else 2.2)
    for is_valid in (False, True):
        values = [value for value, valid in row.values if valid is is_valid]
        canvas.dots([scale(v) for v in values], [middle] * len(values), colour, radius, hollow=not is_valid)
    if row.mean is not None:
        x = scale(row.mean)
        canvas.line([x, x], [middle - step * 0.34, middle + step * 0.34], "ink", 1.8)


def domain(rows: list[Row]) -> tuple[float, float]:
    """Range of the axis: all trials; from zero only where they are close to it."""
    values = [value for row in rows for value, _ in row.values] or [0.0, 1.0]
    low, high = min(values), max(values)
    room = 0.06 * (high - low) or abs(high) * 0.1 or 1.0
    start = low - room
    return (0.0 if low >= 0 > start or (low >= 0 and low < 0.25 * high) else start), high + room
