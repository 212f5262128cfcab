"""Steps of a tuning as a waterfall: each bar begins where the step that it derives from ended."""

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.delta import result
from backend.presentation.charts.frame import (
    SIDE,
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
from backend.presentation.charts.specs import MAX_ROWS, StepBar, StepsChart
from backend.presentation.figures import tick

_RIGHT = 190  # change, interval and verdict
_MAX_REACH = 1.3  # of the largest mean: a wider interval is cut, so that it does not flatten the steps
_READING = "Bar: from the step before to this one. Whisker: 95% interval."


def draw(chart: StepsChart) -> Canvas:
    bars = chart.bars[:MAX_ROWS]
    step = row_height(len(bars))
    top = head_height(chart.title, chart.subtitle, WIDTH) + 8
    bottom = top + step * len(bars)
    notes = [f"{_READING} {colour_note(chart.is_untrusted)}", *left_out(len(chart.bars), MAX_ROWS)]
    canvas = Canvas(WIDTH, bottom + 40 + 17 * len(notes) + 12)
    head(canvas, chart.title, chart.subtitle, WIDTH)
    names = label_width([bar.label for bar in bars])
    scale = Scale(0.0, highest(bars), SIDE + names + 20, WIDTH - _RIGHT)
    value_axis(canvas, scale, top, bottom, lambda value: tick(value, chart.metric.unit), 6)
    for n, bar in enumerate(bars):
        middle = top + step * (n + 0.5)
        label(canvas, bar.label, middle + 4.5, names)
        if bar.before is not None:
            _connect(canvas, scale(bar.start), top + step * (bar.before + 0.5), middle, step)
        _bar(canvas, bar, scale, middle, step)
        if bar.before is None:
            canvas.text(WIDTH - SIDE, middle + 4.5, bar.figure, TEXT, "ink", "right", bold=True)
        else:
            result(canvas, bar, middle, step)
    foot(canvas, notes, bottom + 46)
    return canvas


def highest(bars: list[StepBar]) -> float:
    """The end of the axis: all means, and intervals as far as the bars stay readable."""
    most = max((value for bar in bars for value in (bar.start, bar.end)), default=0.0)
    reach = max((bar.high for bar in bars if bar.high is not None), default=0.0)
    return 1.04 * max(most, min(reach, _MAX_REACH * most)) or 1.0


def _connect(canvas: Canvas, x: float, before: float, middle: float, step: float) -> None:
    half = step * 0.21
    canvas.line([x, x], [before + half, middle - half], "axis", 1, dash=True)


def _bar(canvas: Canvas, bar: StepBar, scale: Scale, middle: float, step: float) -> None:
    colour = "a" if bar.before is None else of_verdict(bar.verdict)
    start, end, height = scale(bar.start), scale(bar.end), step * 0.42
    canvas.rect(min(start, end), middle - height / 2, max(abs(end - start), 1.5), height, colour, 2)
    if bar.low is None or bar.high is None:
        return
    cap = step * 0.13
    canvas.line([scale(bar.low), scale(bar.high)], [middle] * 2, "ink", 1.4)
    for value in (bar.low, bar.high):
        if scale.low <= value <= scale.high:  # without a cap it goes on beyond the edge
            canvas.line([scale(value)] * 2, [middle - cap, middle + cap], "ink", 1.4)
