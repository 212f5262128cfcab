"""Tables and sentences in the terminal."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

HEADER_WIDTH = 10  # from which a header folds


def terminal(stderr: bool = False) -> Console:
    """Make the console of a command: it prints names as they are, though one may hold `[red]` or `[/]`."""
    return Console(stderr=stderr, markup=False, highlight=False)


def titled_table(title: str, first: str) -> Table:
    """A table without a border, for 80 columns, whose first column names what its rows are about."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column(first, overflow="fold")
    return table


def figures_table(title: str, names: Sequence[str], word_columns: Collection[str]) -> Table:
    """The same with these columns: those with words fold, figures stay whole; the first one is words."""
    table = titled_table(title, names[0])
    for name in names[1:]:
        if name in word_columns:
            table.add_column(name, overflow="fold")
        else:
            add_figures(table, name)
    return table


def add_figures(table: Table, *names: str) -> None:
    """Columns of figures, aligned by their last digit."""
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)


def fold_headers(table: Table) -> Table:
    """Let names of runs fold that head columns of figures; the figures below stay whole."""
    for column in (column for column in table.columns if column.no_wrap):
        header_width = min(cell_len(str(column.header)), HEADER_WIDTH)
        column.width = max([header_width, *(cell_len(str(cell)) for cell in column.cells)])
        column.no_wrap, column.overflow = False, "fold"
    return table


def say(console: Console, *lines: str | None, style: str | None = None) -> None:
    """Print each line; those that are empty are left out."""
    for line in filter(None, lines):
        console.print(line, style=style)


def local_time(text: str) -> str:
    """Write a moment of the API by the clock of who reads it, to the minute."""
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}"


_VERDICT_WORDS = {"left_out": "eliminated", "interim": "no verdict"}


def verdict_text(delta: Mapping[str, Any]) -> str:
    """Verdict of a delta as people read it: “fails more” in place of unclear. Empty without a delta."""
    verdict = delta.get("verdict", "")
    if verdict == "unclear" and (delta.get("failures") or {}).get("word") == "fails more":
        return "fails more"
    return _VERDICT_WORDS.get(verdict, verdict.replace("_", " "))
