"""Two sides of a comparison as paired bars, with the change between them."""

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.fonts import fit_text
from backend.presentation.charts.frame import (
    SIDE,
    SMALL,
    TEXT,
    WIDTH,
    Scale,
    foot,
    head,
    head_height,
    label,
    label_width,
    left_out,
    value_axis,
)
from backend.presentation.charts.palette import of_verdict
from backend.presentation.charts.specs import MAX_ROWS, Pair, PairsChart
from backend.presentation.figures import tick

_RIGHT = 200
_MAX_DENSE = 60


def draw(chart: PairsChart) -> Canvas:
    pairs = chart.pairs[:MAX_ROWS]
    step = 46.0 if len(pairs) <= _MAX_DENSE else 30.0
    top = head_height(chart.title, chart.subtitle, WIDTH) + 28
    bottom = top + step * len(pairs)
    notes = ["Bar: mean. Dots: trials. Right: change of B against A with its 95% interval."]
    notes += left_out(len(chart.pairs), MAX_ROWS)
    canvas = Canvas(WIDTH, bottom + 40 + 17 * len(notes) + 12)
    y = head(canvas, chart.title, chart.subtitle, WIDTH)
    _legend(canvas, chart, y + 4)
    names = label_width([pair.label for pair in pairs], most=280)
    scale = Scale(0.0, _highest(pairs) * 1.06, SIDE + names + 20, WIDTH - _RIGHT)
    value_axis(canvas, scale, top, bottom, lambda value: tick(value, chart.metric.unit), 6)
    for n, pair in enumerate(pairs):
        middle = top + step * (n + 0.5)
        label(canvas, pair.label, middle + 4.5, names)
        _sides(canvas, pair, scale, middle, step)
        _result(canvas, pair, middle)
    foot(canvas, notes, bottom + 46)
    return canvas


def _legend(canvas: Canvas, chart: PairsChart, y: float) -> None:
    for n, (token, name) in enumerate((("a", f"A {chart.a_title}"), ("b", f"B {chart.b_title}"))):
        x = SIDE + n * (WIDTH / 2 - SIDE)
        canvas.rect(x, y - 9, 12, 10, token, 2)
        canvas.text(x + 18, y, fit_text(name, WIDTH / 2 - 80, TEXT), TEXT, "ink")


def _highest(pairs: list[Pair]) -> float:
    values = [v for p in pairs for side in (p.a, p.b) for v, _ in side.values]
    return (
        max([*values, *(s.mean for p in pairs for s in (p.a, p.b) if s.mean is not None)], default=1.0) or 1.0
    )


def _sides(canvas: Canvas, pair: Pair, scale: Scale, middle: float, step: float) -> None:
    height = step * 0.32
    for side, token, top in ((pair.a, "a", middle - height - 1), (pair.b, "b", middle + 1)):
        if side.mean is not None:
            canvas.rect(scale(0), top, scale(side.mean) - scale(0), height, token, 2)
        for valid in (False, True):
            values = [value for value, ok in side.values if ok is valid]
            canvas.dots(
                [scale(v) for v in values], [top + height / 2] * len(values), "ink", 1.8, hollow=not valid
            )


def _result(canvas: Canvas, pair: Pair, middle: float) -> None:
    right, token = WIDTH - SIDE, of_verdict(pair.verdict)
    up = 2.5 if pair.interval else -4.5
    canvas.text(right - 78, middle - up, pair.change, TEXT, "ink", "right", bold=True)
    if pair.interval:
        canvas.text(right - 78, middle + 12, pair.interval, 10, "dimmed", "right")
    canvas.rect(right - 66, middle - 9, 66, 18, f"{token}-soft", 9)
    canvas.text(right - 33, middle + 4, pair.verdict, SMALL, f"{token}-ink", "center")
