"""Two factors of a grid as a heat table; one table for each combination of other factors."""

from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.fonts import fit_text
from backend.presentation.charts.frame import (
    SIDE,
    SMALL,
    TEXT,
    WIDTH,
    colour_note,
    foot,
    head,
    head_height,
    label_width,
)
from backend.presentation.charts.palette import of_verdict
from backend.presentation.charts.specs import Cell, GridChart, Table

_HEAD, _ROW, _APART = 46, 52, 22
MAX_TABLES, MAX_LEVELS = 12, 24


def draw(chart: GridChart) -> Canvas:
    tables = chart.tables[:MAX_TABLES]
    top = head_height(chart.title, chart.subtitle, WIDTH) + 4
    heights = [_HEAD + 18 * bool(t.title) + _ROW * len(t.rows[:MAX_LEVELS]) + _APART for t in tables]
    notes = [f"Large: the mean. Small: change against the baseline. {colour_note(chart.is_untrusted)}"]
    if len(tables) < len(chart.tables):
        notes.append(f"{len(chart.tables) - len(tables)} more combinations are not drawn.")
    canvas = Canvas(WIDTH, top + sum(heights) + 17 * len(notes) + 24)
    head(canvas, chart.title, chart.subtitle, WIDTH)
    y = top
    for table, height in zip(tables, heights, strict=True):
        _table(canvas, chart, table, y)
        y += height
    foot(canvas, notes, y + 16)
    return canvas


def _table(canvas: Canvas, chart: GridChart, table: Table, y: float) -> None:
    if table.title:
        canvas.text(SIDE, y + 14, fit_text(table.title, WIDTH - 2 * SIDE, TEXT, True), TEXT, "ink", bold=True)
        y += 18
    rows, columns = table.rows[:MAX_LEVELS], table.columns[:MAX_LEVELS]
    names = label_width([f"{chart.row_factor} {row}" for row in rows], most=260)
    start = SIDE + names + 16
    width = (WIDTH - SIDE - start) / max(len(columns), 1)
    for n, column in enumerate(columns):
        text = fit_text(f"{chart.column_factor} {column}", width - 8, TEXT)
        canvas.text(start + width * (n + 0.5), y + 32, text, TEXT, "dimmed", "center")
    for i, row in enumerate(rows):
        line = y + _HEAD + _ROW * i
        canvas.text(SIDE, line + 30, fit_text(f"{chart.row_factor} {row}", names, TEXT), TEXT, "dimmed")
        for n in range(len(columns)):
            _cell(canvas, table.cells.get((i, n)), start + width * n, line, width)


def _cell(canvas: Canvas, cell: Cell | None, x: float, y: float, width: float) -> None:
    if cell is None:
        canvas.text(x + width / 2, y + 30, "–", TEXT, "dimmed", "center")
        return
    token = "sunken" if cell.verdict == "baseline" else f"{of_verdict(cell.verdict)}-soft"
    ink = "ink" if cell.verdict == "baseline" else f"{of_verdict(cell.verdict)}-ink"
    canvas.rect(x + 2, y + 2, width - 4, _ROW - 4, token, 5)
    canvas.text(
        x + width / 2, y + 24, fit_text(cell.value, width - 10, 14, True), 14, "ink", "center", bold=True
    )
    canvas.text(x + width / 2, y + 41, fit_text(cell.note, width - 10, SMALL), SMALL, ink, "center")
