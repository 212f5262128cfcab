"""The picture of a link, 1200 × 630 as programs that preview links want it: mark, title, number, bars."""

from backend.presentation.charts import trials
from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.delta import plot
from backend.presentation.charts.fonts import fit_text, text_width, wrap_text
from backend.presentation.charts.frame import Scale
from backend.presentation.charts.palette import of_verdict
from backend.presentation.charts.specs import Card

WIDTH, HEIGHT = 1200, 630
MAX_BARS = 6
_SIDE = 64
_NAMES = 380


def draw(card: Card) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.rect(0, 0, WIDTH, 8, "accent")
    _mark(canvas, card.kind)
    y = 132.0
    for line in wrap_text(card.title, WIDTH - 2 * _SIDE, 38, 2, bold=True):
        canvas.text(_SIDE, y, line, 38, "ink", bold=True)
        y += 48
    y = _number(canvas, card, y + 14)
    for n, line in enumerate(wrap_text(card.cause, WIDTH - 2 * _SIDE, 20, 2) if card.cause else ()):
        y += 27 if n else 36
        canvas.text(_SIDE, y, line, 20, "dimmed")
    if card.bars:
        _bars(canvas, card, y + 34)
    elif card.rows:
        _rows(canvas, card, y + 44)
    return canvas


def _mark(canvas: Canvas, kind: str) -> None:
    canvas.dots([_SIDE + 9], [62], "accent", 9)
    canvas.text(_SIDE + 30, 71, "Dynoboard", 26, "ink", bold=True)
    canvas.text(WIDTH - _SIDE, 70, kind, 22, "dimmed", "right")


def _number(canvas: Canvas, card: Card, y: float) -> float:
    """The headline: large where there is a number, in words beside it."""
    x = _SIDE
    if card.number:
        ink = f"{of_verdict(card.verdict)}-ink" if card.verdict else "ink"
        canvas.text(_SIDE, y + 30, card.number, 46, ink, bold=True)
        x += text_width(card.number, 46, bold=True) + 24
    lines = wrap_text(card.sentence, WIDTH - _SIDE - x, 22, 3)
    first = y + (26, 15, 2)[len(lines) - 1] if lines else y
    for n, line in enumerate(lines):
        canvas.text(x, first + 28 * n, line, 22, "ink")
    return y + (46 if len(lines) < 3 else 60)


def _bars(canvas: Canvas, card: Card, top: float) -> None:
    bars = card.bars[:MAX_BARS]
    bottom = HEIGHT - 66
    step = min(80.0, (bottom - top) / len(bars))
    across = (_SIDE + _NAMES + 24.0, WIDTH - _SIDE - 150.0)
    plot(canvas, bars, card.metric, card.min_effect, across, top, step, size=16, least=5)
    for n, bar in enumerate(bars):
        middle = top + step * (n + 0.5)
        canvas.text(_SIDE, middle + 7, fit_text(bar.label, _NAMES, 20), 20, "ink")
        ink = f"{of_verdict(bar.verdict)}-ink"
        canvas.text(WIDTH - _SIDE, middle + 7, bar.figure, 22, ink, "right", bold=True)


def _rows(canvas: Canvas, card: Card, top: float) -> None:
    rows = card.rows[:MAX_BARS]
    step = min(100.0, (HEIGHT - 80 - top) / len(rows))
    scale = Scale(*trials.domain(rows), _SIDE + _NAMES + 24, WIDTH - _SIDE - 190)
    for n, row in enumerate(rows):
        middle = top + step * (n + 0.5)
        canvas.line([scale.start, scale.end], [middle, middle], "grid", 1.5)
        canvas.text(_SIDE, middle + 7, fit_text(row.label, _NAMES, 20), 20, "ink")
        trials.dots(canvas, row, scale, middle, "dot" if row.is_baseline else "b", step, radius=6)
        canvas.text(WIDTH - _SIDE, middle + 7, row.figure, 22, "ink", "right", bold=True)
