"""Tables in narrow terminals."""

import io
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from backend.cli.results.accounting import print_accounting
from backend.cli.tables import figures_table

CANDIDATE = "workers 1 · cores · log off"
FIGURES = ["257.7k", "329.0k", "+19.9%", "−18.9 … +24.1%"]


def _print(table: Table, width: int) -> str:
    console = Console(file=(file := io.StringIO()), width=width)
    console.print(table)
    return file.getvalue()


@pytest.mark.parametrize("width", [60, 80])
def test_figures_stay_whole_and_words_fold(width: int) -> None:
    table = figures_table("Workers", ("req/s", "A", "B", "change", "95% interval", "verdict"), ("verdict",))
    table.add_row(CANDIDATE, *FIGURES, "unclear")
    text = _print(table, width)
    assert [figure for figure in (*FIGURES, "unclear") if figure not in text] == []


@pytest.mark.parametrize("width", [70, 80])
def test_long_names_of_runs_take_no_room_from_parts_and_figures(width: int) -> None:
    figures = ["8.85 µs", "10.2 µs", "+1.38 µs [0.02, 2.74]", "–"]
    accounting: dict[str, Any] = {
        "title": "Where the time of a request goes",
        "columns": ["part", "workers 1 · pin none · log off", CANDIDATE, "difference", "share"],
        "rows": [{"texts": ["CPU that other programs had", *figures]}],
        "notes": [],
    }
    console = Console(file=(file := io.StringIO()), width=width)
    print_accounting(accounting, console)
    text = file.getvalue()
    assert [words for words in ("part", "share", "programs", *figures) if words not in text] == []
