"""Change against the baseline: one bar per candidate, whiskers for the interval, dots for trials."""

from collections.abc import Sequence

from agents.catalog.metrics import Metric
from backend.presentation.changes import change_text
from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.frame import (
    SIDE,
    SMALL,
    TEXT,
    WIDTH,
    Scale,
    colour_note,
    foot,
    head,
    head_height,
    label,
    label_width,
    left_out,
    row_height,
    value_axis,
)
from backend.presentation.charts.palette import of_verdict
from backend.presentation.charts.specs import MAX_ROWS, Bar, DeltaChart, StepBar
from backend.presentation.figures import spread

_RIGHT = 190  # change, interval and verdict
_WIDEST = 4.0  # an interval may be so many times as wide as the largest change before it is cut


def draw(chart: DeltaChart) -> Canvas:
    bars = chart.bars[:MAX_ROWS]
    step = row_height(len(bars))
    top = head_height(chart.title, chart.subtitle, WIDTH) + 22
    bottom = top + step * len(bars)
    notes = [_reading(chart), *left_out(len(chart.bars), MAX_ROWS)]
    canvas = Canvas(WIDTH, bottom + 40 + 17 * len(notes) + 12)
    head(canvas, chart.title, chart.subtitle, WIDTH)
    names = label_width([bar.label for bar in bars])
    plot(canvas, bars, chart.metric, chart.min_effect, (SIDE + names + 20, WIDTH - _RIGHT), top, step)
    for n, bar in enumerate(bars):
        middle = top + step * (n + 0.5)
        label(canvas, bar.label, middle + 4.5, names)
        result(canvas, bar, middle, step)
    foot(canvas, notes, bottom + 46)
    return canvas


def plot(
    canvas: Canvas,
    bars: Sequence[Bar],
    metric: Metric,
    min_effect: float | None,
    across: tuple[float, float],
    top: float,
    step: float,
    size: float = SMALL,
    least: int = 7,
) -> None:
    """Axis with about `least` ticks, the band of what does not matter, and bars; no names and results."""
    bottom = top + step * len(bars)
    scale = Scale(*domain(bars, min_effect), *across)
    if min_effect:
        x, right = (scale(end) for end in band(min_effect))
        canvas.rect(x, top - 6, right - x, bottom - top + 6, "noise")
        text = f"what matters: {spread(min_effect)}"
        canvas.text((x + right) / 2, top - 11, text, size, "dimmed", "center")
    value_axis(canvas, scale, top - 6, bottom, lambda value: tick(value, metric), least, size)
    for n, bar in enumerate(bars):
        _bar(canvas, bar, scale, top + step * (n + 0.5), step)
    canvas.line([scale(0)] * 2, [top - 6, bottom], "axis", 1.2)


def band(min_effect: float) -> tuple[float, float]:
    """Ends of the band of what does not matter, as changes: even on logarithms, ÷1.01 to ×1.01 for 1%."""
    return 1 / (1 + min_effect) - 1, min_effect


def domain(bars: Sequence[Bar], min_effect: float | None) -> tuple[float, float]:
    """Range of the axis: all changes; intervals and dots as far as the bars stay readable."""
    changes = [bar.change for bar in bars if bar.change is not None]
    largest = max([abs(c) for c in changes] + [min_effect or 0.0], default=0.0)
    ends = [v for bar in bars for v in (bar.low, bar.high, *bar.dots) if v is not None]
    limit = _WIDEST * largest or max((abs(v) for v in ends), default=0.0) or 0.01
    reach = [0.0, *changes, *(max(-limit, min(limit, v)) for v in ends)]
    reach += [min_effect, -min_effect] if min_effect else []
    room = 0.04 * (max(reach) - min(reach)) or limit
    return min(reach) - room, max(reach) + room


def tick(value: float, metric: Metric) -> str:
    if value == 0:
        return "baseline"
    text = change_text(value, value, metric)
    return text.replace(".0%", "%")


def _bar(canvas: Canvas, bar: Bar, scale: Scale, middle: float, step: float) -> None:
    if bar.change is None:
        return
    colour, zero, end = of_verdict(bar.verdict), scale(0), scale(bar.change)
    height = step * 0.42
    up = step * 0.1 if bar.dots else 0.0
    canvas.rect(min(zero, end), middle - height / 2 - up, abs(end - zero), height, colour, 2)
    if bar.simultaneous is not None:
        _whisker(canvas, scale, bar.simultaneous, middle - up, step * 0.08, 0.6)
    if bar.low is not None and bar.high is not None:
        _whisker(canvas, scale, (bar.low, bar.high), middle - up, step * 0.13, 1.4)
    inside = [v for v in bar.dots if scale.low <= v <= scale.high]
    canvas.dots(
        [scale(v) for v in inside], [middle + step * 0.3] * len(inside), "dot", 2 if step > 24 else 1.4
    )


def _whisker(
    canvas: Canvas, scale: Scale, interval: tuple[float, float], y: float, cap: float, width: float
) -> None:
    """An interval with a cap at each end; one without a cap goes on beyond the edge."""
    canvas.line([scale(end) for end in interval], [y, y], "ink", width)
    for end in interval:
        if scale.low < end < scale.high:
            canvas.line([scale(end)] * 2, [y - cap, y + cap], "ink", width)


def result(canvas: Canvas, bar: Bar | StepBar, middle: float, step: float) -> None:
    """The change in figures and the verdict in a word, so that colour is not needed."""
    right, roomy = WIDTH - SIDE, step > 30
    token = of_verdict(bar.verdict)
    up = 2.5 if roomy and bar.interval else -4.5
    canvas.text(right - 78, middle - up, bar.figure, TEXT, "ink", "right", bold=True)
    if roomy and bar.interval:
        canvas.text(right - 78, middle + 12, bar.interval, 10, "dimmed", "right")
    canvas.rect(right - 66, middle - 9, 66, 18, f"{token}-soft", 9)
    canvas.text(right - 33, middle + 4, bar.verdict, SMALL, f"{token}-ink", "center")


def _reading(chart: DeltaChart) -> str:
    parts = ["Bar: change against the baseline."]
    if any(bar.low is not None for bar in chart.bars):
        parts.append("Whisker: 95% interval.")
    if any(bar.simultaneous is not None for bar in chart.bars):
        parts.append("Thin: the interval for all together.")
    if any(bar.dots for bar in chart.bars):
        parts.append("Dots: rounds.")
    return " ".join([*parts, colour_note(chart.is_untrusted)])
