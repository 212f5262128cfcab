"""A search for the ceiling in the terminal: a bracket per run, then the probes."""

from typing import Any

from rich.console import Console
from rich.table import Table

from backend.cli.figures import count, latency
from backend.cli.tables import add_figures, titled_table
from backend.words import percent


def print_ceiling(experiment: dict[str, Any], console: Console, probes: bool = False) -> None:
    """The brackets; with `probes` every probe of each run below. Both fit into 80 columns."""
    runs = experiment["ceiling"]["runs"]
    columns = {name: cells for name, cells in _columns(runs).items() if any(cells)}
    table = titled_table(experiment["name"], "run")
    add_figures(table, *columns)
    for run, *cells in zip(runs, *columns.values(), strict=True):
        table.add_row(run["name"], *cells)
    console.print(table)
    for run in runs:
        console.print(f"{run['name']}: {run['sentence']}", markup=False, highlight=False)
    for run in runs if probes else []:
        console.print(_probes(run))


def _columns(runs: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Heading → a cell for each run; a column without any is left out."""
    return {
        "clean": [_whole(r["clean"]) for r in runs],
        "fails at": [_whole(r["failing"]) for r in runs],
        "change": ["" if r["change"] is None else percent(r["change"]) for r in runs],
        "req/s there": ["–" if r["requests_per_s"] is None else count(r["requests_per_s"]) for r in runs],
        "published": ["" if r["published"] is None else _whole(r["published"]) for r in runs],
    }


def _probes(run: dict[str, Any]) -> Table:
    table = titled_table(f"Probes of {run['name']}", "probe")
    add_figures(table, "connections", "outcome", "req/s", "p99", "failed")
    for probe in run["probes"]:
        rate, p99, failed = (probe[name] for name in ("requests_per_s", "latency_p99", "failed_requests"))
        table.add_row(
            str(probe["number"]),
            f"{probe['connections']:,}",
            _outcome(probe),
            "–" if rate is None else count(rate),
            "–" if p99 is None else latency(p99),
            "–" if failed is None else f"{failed:,.0f}",
        )
    return table


def _outcome(probe: dict[str, Any]) -> str:
    if probe["clean"] is None:
        return str(probe["state"])
    return ("clean" if probe["clean"] else "fails") + (" again" if probe["repeat"] else "")


def _whole(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"
