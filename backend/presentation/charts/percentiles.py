"""Latency by percentile on a tail scale: each further nine takes as much room as the one before."""

import math

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.fonts import fit_text, text_width
from backend.presentation.charts.frame import SIDE, SMALL, WIDTH, Scale, foot, head, head_height, ticks
from backend.presentation.charts.palette import SERIES
from backend.presentation.charts.specs import Curve, PercentileChart
from backend.presentation.figures import tick

MAX_CURVES = 2 * len(SERIES)  # whole lines, then dashed ones
_HEIGHT = 300
_MARKS = (0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.99999)


def tail(share: float) -> float:
    """Number of nines of a share: 0.9 → 1, 0.99 → 2; the median is at 0.3."""
    return -math.log10(max(1 - share, 1e-9))


def draw(chart: PercentileChart) -> Canvas:
    curves = chart.curves[:MAX_CURVES]
    top = head_height(chart.title, chart.subtitle, WIDTH) + 10
    bottom = top + _HEIGHT
    notes = ["To the right are the slowest requests: each further nine takes as much room as the one before."]
    if len(chart.curves) > MAX_CURVES:
        notes.append(
            f"{len(chart.curves) - MAX_CURVES} more curves are not drawn; the exports have them all."
        )
    canvas = Canvas(WIDTH, bottom + 40 + 17 * len(notes) + 12)
    head(canvas, chart.title, chart.subtitle, WIDTH)
    plot(canvas, curves, top, bottom)
    foot(canvas, notes, bottom + 46)
    return canvas


def plot(canvas: Canvas, curves: list[Curve], top: float, bottom: float) -> None:
    names = min(250.0, max(text_width(fit_text(c.label, 240, SMALL), SMALL) for c in curves) + 12)
    shares = sorted({share for curve in curves for share, _ in curve.points})
    seconds = [value for curve in curves for _, value in curve.points]
    low, high = decades(min(seconds), max(seconds))
    across = Scale(tail(shares[0]), tail(shares[-1]), SIDE + 62, WIDTH - SIDE - names - 10)
    up = Scale(math.log10(low), math.log10(high), bottom, top)
    for value in levels(low, high):
        y = up(math.log10(value))
        canvas.line([across.start, across.end], [y, y], "grid")
        canvas.text(
            across.start - 8,
            y + 4,
            tick(value, "s"),
            SMALL,
            "dimmed",
            "right",
        )
    for share in (s for s in _MARKS if shares[0] <= s <= shares[-1]):
        x = across(tail(share))
        canvas.line([x, x], [top, bottom], "grid")
        canvas.text(x, bottom + 17, f"p{share * 100:.10g}", SMALL, "dimmed", "center")
    ends = []
    for n, curve in enumerate(curves):
        points = [(across(tail(share)), up(math.log10(value))) for share, value in curve.points]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        colour = SERIES[n % len(SERIES)]
        canvas.line(xs, ys, colour, 2, dash=n >= len(SERIES))
        canvas.dots(xs, ys, colour, 2.6)
        ends.append((ys[-1], n))
    for y, n in spread_out(ends, 15, top, bottom):
        canvas.text(across.end + 12, y + 4, fit_text(curves[n].label, 240, SMALL), SMALL, "ink")
        canvas.rect(across.end + 4, y - 1.5, 5, 3, SERIES[n % len(SERIES)])


def spread_out(
    ends: list[tuple[float, int]], apart: float, top: float, bottom: float
) -> list[tuple[float, int]]:
    """Labels near the ends of their curves that do not overlap."""
    labels: list[tuple[float, int]] = []
    for y, n in sorted(ends):
        labels.append((max(y, labels[-1][0] + apart if labels else top), n))
    over = max(0.0, labels[-1][0] - bottom) if labels else 0.0
    return [(y - over, n) for y, n in labels]


def decades(low: float, high: float) -> tuple[float, float]:
    """Round ends of a logarithmic axis with some room."""
    steps = [m * 10.0**e for e in range(-9, 5) for m in (1, 2, 5)]
    below = [s for s in steps if s <= low * 0.999] or [low * 0.9]
    above = [s for s in steps if s >= high * 1.001] or [high * 1.1]
    return below[-1], above[0]


def levels(low: float, high: float) -> list[float]:
    """1, 2, 5 of each power of ten; of many powers the ones only."""
    span = math.log10(high / low)
    multiples = (1, 2, 5) if span <= 3 else (1,)
    values = [
        m * 10.0**e for e in range(-9, 5) for m in multiples if low * 0.999 <= m * 10.0**e <= high * 1.001
    ]
    return values if len(values) > 1 else ticks(low, high, 5)
