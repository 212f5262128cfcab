"""Pasted or dropped tables as rows of text: CSV, TSV, semicolons, Markdown. Pure."""

import csv
import io
import re
from dataclasses import dataclass, replace

from agents.parse import headings
from backend.imports import cells
from backend.imports.schemas import MAX_TRIALS
from backend.presentation.trial_columns import is_exported

MAX_TABLES = 50
MAX_ROWS = 500
MAX_COLUMNS = 100
MAX_CELL = 2000
MAX_NAME = 120
MAX_CHARACTERS = 4_000_000  # 500 rows never need so many
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*")


class NotATable(ValueError):
    """Why a text is not a table, as a sentence."""


class TooLarge(NotATable):
    """A table with too many rows or columns, or too many tables."""


@dataclass(frozen=True)
class Table:
    """Heading and rows, all as wide as the heading; `lines` of the text, from 1; `remarks` are sentences.

    `headings` are what stands over it in the text, outermost first; `mark` divides its columns.
    """

    heading: list[str]
    rows: list[list[str]]
    lines: list[int]
    remarks: list[str]
    headings: tuple[str, ...] = ()
    mark: str = ""


def read(text: str) -> list[Table]:
    """The tables of a text in their order; NotATable when there is none, or one cannot be read."""
    if len(text) > MAX_CHARACTERS:
        raise NotATable(f"a table has at most {MAX_CHARACTERS:,} characters, and this has {len(text):,}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    read_tables = (_markdown if any(_is_rule(line) for line in lines) else _read_delimited)(lines)
    paths = headings.paths(lines, _openings(lines, read_tables), is_prompt=False)
    out = [replace(table, headings=path) for table, path in zip(read_tables, paths, strict=True)]
    for table in out:
        _check(table)
    rows = sum(len(table.rows) for table in out)
    if rows > max(map(_max_rows, out)):
        raise TooLarge(f"the tables have {rows:,} rows; at most {MAX_ROWS} can be imported at once")
    return out


def _max_rows(table: Table) -> int:
    """Most rows of a table: of an exported one, whose rows are trials and not runs, more."""
    return MAX_TRIALS if is_exported(table.heading) else MAX_ROWS


def _openings(lines: list[str], read_tables: list[Table]) -> list[tuple[int, int]]:
    """For each table the line after the one before it, and its own first line."""
    tops = [_top(lines, table.lines[0] - 1) if table.lines else 0 for table in read_tables]
    ends = [0, *(table.lines[-1] if table.lines else 0 for table in read_tables)]
    return list(zip(ends, tops, strict=False))


def _top(lines: list[str], row: int) -> int:
    """The first line of the table that a row is of."""
    while row > 0 and lines[row - 1].strip() and any(mark in lines[row - 1] for mark in "|\t;,"):
        row -= 1
    return row


def _check(table: Table) -> None:
    if len(table.heading) < 2:
        raise NotATable(
            "a table needs at least two columns: one that names the variant and one with its req/s"
        )
    if not table.rows:
        raise NotATable("the table has a heading and no row")
    if len(table.rows) > (most := _max_rows(table)):
        raise TooLarge(f"the table has {len(table.rows):,} rows; at most {most:,} can be imported at once")
    if len(table.heading) > MAX_COLUMNS:
        raise TooLarge(f"the table has {len(table.heading)} columns; at most {MAX_COLUMNS} can be read")


def _is_rule(line: str) -> bool:
    return "|" in line and bool(_RULE.fullmatch(line))


def _markdown(lines: list[str]) -> list[Table]:
    rules = [i for i, line in enumerate(lines) if _is_rule(line) and i > 0 and "|" in lines[i - 1]]
    if not rules:
        raise NotATable("there is a line of dashes, but no heading above it")
    _check_count(len(rules))
    return [_markdown_table(lines, rule) for rule in rules]


def _markdown_table(lines: list[str], rule: int) -> Table:
    rows, numbers = [], []
    for i in range(rule + 1, len(lines)):
        if "|" not in lines[i]:
            break
        rows.append(_cells(lines[i]))
        numbers.append(i + 1)
    return _even(_cells(lines[rule - 1]), rows, numbers, [])


def _check_count(count: int) -> None:
    if count > MAX_TABLES:
        raise TooLarge(f"the text has more than {MAX_TABLES} tables; import them in parts")


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", inner)]


def _read_delimited(lines: list[str]) -> list[Table]:
    """One table, or several with other lines between them where each begins with a heading of its own."""
    starts = []
    for i, line in enumerate(lines):
        is_first = i == 0 or _mark_in(lines[i - 1]) is None
        if is_first and _begins_table(line, lines[i + 1] if i + 1 < len(lines) else ""):
            starts.append(i)
            _check_count(len(starts))
    starts = starts if len(starts) > 1 else starts[:1] or [0]
    ends = [*starts[1:], len(lines)]
    return [_delimited_table(lines[start:end], start) for start, end in zip(starts, ends, strict=True)]


def _mark_in(line: str) -> str | None:
    return None if _is_comment(line) else next((mark for mark in "\t;," if mark in line), None)


def _begins_table(line: str, next_line: str) -> bool:
    """Whether a line has words where the next one has figures."""
    mark = _mark_in(line)
    if mark is None or mark not in next_line or len(next_line) > MAX_CHARACTERS // MAX_TABLES:
        return False
    return not any(map(_has_figure, line.split(mark))) and any(map(_has_figure, next_line.split(mark)[1:]))


def _has_figure(cell: str) -> bool:
    return bool(re.match(r"\s*[\"~+-]?\d", cell))


def _delimited_table(lines: list[str], offset: int) -> Table:
    start = next((i for i, line in enumerate(lines) if line.strip() and not _is_comment(line)), None)
    if start is None:
        raise NotATable("the text is empty")
    table_lines = lines[start:]
    mark = _delimiter(table_lines)
    if mark is None:
        raise NotATable("there is no comma, semicolon or tab between columns, the same number on each line")
    read = csv.reader(io.StringIO("\n".join(table_lines)), delimiter=mark, strict=True)
    try:
        numbered_rows = [(read.line_num, row) for row in read if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise NotATable(f"line {offset + start + read.line_num} is not CSV: {error}") from None
    if not numbered_rows:
        raise NotATable("there is nothing between the columns")
    # a caption may stand over the columns, and words between tables
    widest = max(len(row) for _, row in numbered_rows)
    numbered_rows = [(n, row) for n, row in numbered_rows if len(row) > 1 or widest == 1]
    rows = numbered_rows[1:]
    numbers = [offset + start + n for n, _ in rows]
    table = _even([c.strip() for c in numbered_rows[0][1]], [r for _, r in rows], numbers, [])
    return replace(table, mark=mark)


def _is_comment(line: str) -> bool:
    """A heading may begin with # too, as the name of its first column."""
    return line.startswith("#") and not any(mark in line for mark in "\t;,")


def _delimiter(lines: list[str]) -> str | None:
    """The mark that divides most lines into the same number of columns, tab before semicolon before comma."""
    sample = "\n".join(line for line in lines[:200] if line.strip())
    best: tuple[float, int, str] | None = None
    for order, mark in enumerate(("\t", ";", ",")):
        try:
            widths = [len(row) for row in csv.reader(io.StringIO(sample), delimiter=mark) if row]
        except csv.Error:
            continue
        if not widths or widths[0] < 2:
            continue
        alike = sum(w == widths[0] for w in widths) / len(widths)
        if best is None or (alike, -order) > best[:2]:
            best = (alike, -order, mark)
    return best[2] if best else None


def _even(heading: list[str], rows: list[list[str]], numbers: list[int], remarks: list[str]) -> Table:
    """Rows cut or filled to the width of the heading; what was cut is reported."""
    width = len(heading)
    while (
        width > 1 and not heading[width - 1] and all(len(r) < width or not r[width - 1].strip() for r in rows)
    ):
        width -= 1  # spreadsheets leave empty columns at the end
    long = [n for n, row in zip(numbers, rows, strict=True) if any(c.strip() for c in row[width:])]
    if long:
        numbers_text = ", ".join(map(str, long[:5]))
        remarks = [
            *remarks,
            f"Line {numbers_text} has more cells than the heading: the extra ones were left out.",
        ]
    even = [[_visible(cell)[:MAX_CELL] for cell in [*row, *[""] * width][:width]] for row in rows]
    names = [_visible(name)[:MAX_NAME] or f"column {i + 1}" for i, name in enumerate(heading[:width])]
    return Table(names, even, numbers, remarks)


def _visible(cell: str) -> str:
    """One line of what a reader sees: no marks of the direction of writing, no control characters."""
    return "".join(c if c.isprintable() else " " for c in cells.visible(cell)).strip()


def shorten_name(text: str, limit: int) -> str:
    """A name of at most so many characters, with an ellipsis where it was cut."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip(' ,;')}…"
