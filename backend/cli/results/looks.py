"""What the diagnostics of an experiment came to, in the terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table

from backend.presentation.figures import write


def print_diagnostics(diagnostics: dict[str, Any], console: Console) -> None:
    """Probes in sentences, system calls of a request in tables, and what could not be seen."""
    for run in diagnostics["runs"]:
        for probe in run["probes"]:
            _line(f"{run['name']}: {probe['sentence']}", console)
        if run["conclusion"]:
            _line(f"{run['name']}: {run['conclusion']}", console)
        for table in run["calls"]:
            _calls(run, table, console)
    missing = {
        (entry["host"], entry["reason"])
        for diagnostic in diagnostics["diagnostics"]
        for entry in diagnostic["missing"]
    }
    for host, reason in sorted(missing):
        _line(f"{host} could not run diagnostics: {reason}", console)


def _calls(run: dict[str, Any], calls: dict[str, Any], console: Console) -> None:
    title = f"system calls of a request · {calls['role']} · {run['name']}"
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    has_baseline = calls["total"]["difference"] is not None
    for name in ("name", *([run["baseline"], run["name"], "difference"] if has_baseline else [run["name"]])):
        table.add_column(name, justify="left" if name == "name" else "right")
    for row in [*calls["rows"], calls["total"]]:
        cells = [write(row["value"], "calls")]
        if has_baseline:
            cells = [write(row["baseline"], "calls"), *cells, write(row["difference"], "calls change")]
        table.add_row(row["name"], *cells)
    console.print(table)
    if not calls["is_exact"]:
        _line("Some events were lost: these counts are too small.", console)
    _line(run["calls_cost"], console)


def _line(text: str, console: Console) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
