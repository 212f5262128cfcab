"""A pasted or dropped table as rows of text: CSV, TSV, semicolons, Markdown. Pure."""

import csv
import io
import re
from dataclasses import dataclass

MAX_ROWS = 500
MAX_COLUMNS = 100
MAX_CELL = 2000
MAX_CHARACTERS = 4_000_000  # 500 rows never need so many
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*")


class NotATable(ValueError):
    """Why a text is not a table, as a sentence."""


@dataclass(frozen=True)
class Table:
    """Heading and rows, all as wide as the heading; `lines` of the text, from 1; `remarks` are sentences."""

    heading: list[str]
    rows: list[list[str]]
    lines: list[int]
    remarks: list[str]


def read(text: str) -> Table:
    """The first table of a text; NotATable when there is none."""
    if len(text) > MAX_CHARACTERS:
        raise NotATable(f"a table has at most {MAX_CHARACTERS:,} characters, and this has {len(text):,}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    table = (_markdown if any(_is_rule(line) for line in lines) else _read_delimited)(lines)
    if len(table.heading) < 2:
        raise NotATable(
            "a table needs at least two columns: one that names the variant and one with its req/s"
        )
    if not table.rows:
        raise NotATable("the table has a heading and no row")
    if len(table.rows) > MAX_ROWS:
        raise NotATable(f"the table has {len(table.rows)} rows; at most {MAX_ROWS} can be imported at once")
    if len(table.heading) > MAX_COLUMNS:
        raise NotATable(f"the table has {len(table.heading)} columns; at most {MAX_COLUMNS} can be read")
    return table


def _is_rule(line: str) -> bool:
    return "|" in line and bool(_RULE.fullmatch(line))


def _markdown(lines: list[str]) -> Table:
    rules = [i for i, line in enumerate(lines) if _is_rule(line) and i > 0 and "|" in lines[i - 1]]
    if not rules:
        raise NotATable("there is a line of dashes, but no heading above it")
    first = rules[0]
    heading = _cells(lines[first - 1])
    rows, numbers = [], []
    for i in range(first + 1, len(lines)):
        if "|" not in lines[i]:
            break
        rows.append(_cells(lines[i]))
        numbers.append(i + 1)
    remarks = []
    if len(rules) > 1:
        numbers_text = ", ".join(str(rule) for rule in rules[1:6])
        remarks.append(f"The text has more tables (line {numbers_text}): only the first was read.")
    return _even(heading, rows, numbers, remarks)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", inner)]


def _read_delimited(lines: list[str]) -> Table:
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
        raise NotATable(f"line {start + read.line_num} is not CSV: {error}") from None
    if not numbered_rows:
        raise NotATable("there is nothing between the columns")
    heading, rows = numbered_rows[0][1], numbered_rows[1:]
    return _even([c.strip() for c in heading], [r for _, r in rows], [start + n for n, _ in rows], [])


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
    even = [[cell.strip()[:MAX_CELL] for cell in [*row, *[""] * width][:width]] for row in rows]
    names = [name or f"column {i + 1}" for i, name in enumerate(heading[:width])]
    return Table(names, even, numbers, remarks)
