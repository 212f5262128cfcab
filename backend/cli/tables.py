"""Tables in the terminal: without a border, narrow enough for 80 columns."""

from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table


def titled_table(title: str, first: str) -> Table:
    """A table whose first column names what its rows are about."""
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


def add_figures(table: Table, *names: str) -> None:
    """Columns of figures, aligned by their last digit."""
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)


def verdict_text(delta: Mapping[str, Any]) -> str:
    """Verdict of a delta as people read it: “fails more” in place of unclear. Empty without a delta."""
    verdict = delta.get("verdict", "")
    if verdict == "unclear" and (delta.get("failures") or {}).get("word") == "fails more":
        return "fails more"
    return "eliminated" if verdict == "left_out" else verdict.replace("_", " ")
