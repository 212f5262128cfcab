"""Common parts of charts: title, axes with round ticks, rows with labels."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.fonts import fit_text, text_width, wrap_text

WIDTH = 960
SIDE = 24
TITLE = 17
TEXT = 12.5
SMALL = 11
_MIN_LABEL_WIDTH = 90.0


@dataclass(frozen=True)
class Scale:
    """Linear mapping from values to pixels; a value outside is drawn at the edge."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        value = min(max(value, self.low), self.high)
        span = self.high - self.low
        return self.start + (value - self.low) / span * (self.end - self.start) if span else self.start


def ticks(low: float, high: float, about: int = 7) -> list[float]:
    """Round numbers from `low` to `high`: steps of 1, 2 or 5."""
    span = high - low
    if not math.isfinite(span) or span <= 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(span / about))
    step = next(s * power for s in (1, 2, 5, 10) if span / (s * power) <= about)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(n * step, 12) for n in range(first, last + 1)]


def head(canvas: Canvas, title: str, subtitle: str, width: float) -> float:
    """Title and what it is compared with; the y below them."""
    y = 34.0
    for line in wrap_text(title, width - 2 * SIDE, TITLE, 2, bold=True):
        canvas.text(SIDE, y, line, TITLE, "ink", bold=True)
        y += 22
    for line in wrap_text(subtitle, width - 2 * SIDE, TEXT, 2) if subtitle else []:
        canvas.text(SIDE, y - 2, line, TEXT, "dimmed")
        y += 18
    return y


def head_height(title: str, subtitle: str, width: float) -> float:
    """Height in pixels that head() takes."""
    lines = len(wrap_text(title, width - 2 * SIDE, TITLE, 2, bold=True))
    return 34 + 22 * lines + 18 * (len(wrap_text(subtitle, width - 2 * SIDE, TEXT, 2)) if subtitle else 0)


def colour_note(is_untrusted: bool) -> str:
    """A sentence on the colours of bars and cells."""
    return "Grey: no verdict can be trusted." if is_untrusted else "Colour is the verdict, not the sign."


def foot(canvas: Canvas, lines: Sequence[str], y: float) -> None:
    """Draw the notes on how to read the chart."""
    for n, line in enumerate(lines):
        canvas.text(SIDE, y + 17 * n, line, SMALL, "dimmed")


def label_width(labels: Sequence[str], most: float = 330) -> float:
    """Width of the longest label in pixels, at most `most`."""
    widths = (text_width(fit_text(label, most, TEXT), TEXT) for label in labels)
    return min(most, max([_MIN_LABEL_WIDTH, *widths]))


def label(canvas: Canvas, text: str, y: float, width: float, bold: bool = False) -> None:
    canvas.text(SIDE, y, fit_text(text, width, TEXT, bold), TEXT, "ink", bold=bold)


def value_axis(
    canvas: Canvas,
    scale: Scale,
    top: float,
    bottom: float,
    write: Callable[[float], str],
    about: int = 7,
    size: float = SMALL,
) -> None:
    """Vertical grid lines with their values below; labels that would touch are left out."""
    last_end = -math.inf
    for value in ticks(scale.low, scale.high, about):
        x = scale(value)
        canvas.line([x, x], [top, bottom], "grid")
        text = write(value)
        half = text_width(text, size) / 2
        if x - half > last_end + 6:
            canvas.text(x, bottom + 1.55 * size, text, size, "dimmed", "center")
            last_end = x + half


def row_height(rows: int) -> float:
    """Generous for few rows, dense for many."""
    return 36.0 if rows <= 30 else 27.0 if rows <= 80 else 21.0


def left_out(rows: int, most: int) -> list[str]:
    return [f"{rows - most} more are not drawn; the exports have them all."] if rows > most else []
