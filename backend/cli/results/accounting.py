"""The accounting of a change in throughput, in the terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from backend.cli.tables import add_figures, fold_headers, say, titled_table


def print_accounting(accounting: Mapping[str, Any], console: Console) -> None:
    """Parts of the time a request as a table of 80 columns, then what is not measured."""
    first, *names = accounting["columns"]
    table = titled_table(accounting["title"], first)
    add_figures(table, *names)
    for row in accounting["rows"]:
        table.add_row(*map(Text, row["texts"]))
    console.print(fold_headers(table))
    say(console, *accounting["notes"])
