"""Tables and sentences in the terminal."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text


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
    table.add_column(first)
    return table


def ruled_table(title: str, names: Sequence[str], word_columns: Collection[str]) -> Table:
    """A table with rules between its columns, of which some hold words and the others figures."""
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    for name in names:
        table.add_column(Text(name), justify="left" if name in word_columns else "right")
    return table


def add_figures(table: Table, *names: str) -> None:
    """Columns of figures, aligned by their last digit."""
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)


def say(console: Console, *lines: str | None, style: str | None = None) -> None:
    """Print each line as it is, for names hold no markup; those that are empty are left out."""
    for line in filter(None, lines):
        console.print(line, style=style, markup=False, highlight=False)


_VERDICT_WORDS = {"left_out": "eliminated", "interim": "no verdict"}


def verdict_text(delta: Mapping[str, Any]) -> str:
    """Verdict of a delta as people read it: “fails more” in place of unclear. Empty without a delta."""
    verdict = delta.get("verdict", "")
    if verdict == "unclear" and (delta.get("failures") or {}).get("word") == "fails more":
        return "fails more"
    return _VERDICT_WORDS.get(verdict, verdict.replace("_", " "))
