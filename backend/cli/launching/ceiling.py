"""A search for the ceiling in the terminal: last passing and first failing per run, then the probes."""

from typing import Any

from rich.console import Console
from rich.table import Table

from backend.cli.tables import add_figures, say, titled_table
from backend.presentation.changes import percent
from backend.presentation.figures import count, figure, latency


def print_ceiling(experiment: dict[str, Any], console: Console, probes: bool = False) -> None:
    """The results; with `probes` every probe of each run below. Both fit into 80 columns."""
    runs = experiment["ceiling"]["runs"]
    columns = {name: cells for name, cells in _columns(runs).items() if any(cells)}
    table = titled_table(experiment["name"], "run")
    add_figures(table, *columns)
    for run, *cells in zip(runs, *columns.values(), strict=True):
        table.add_row(run["name"], *cells)
    console.print(table)
    say(console, *(f"{run['name']}: {run['sentence']}" for run in runs))
    for run in runs if probes else []:
        console.print(_probes(run))


def _columns(runs: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Heading → a cell for each run; a column without any is left out."""
    return {
        "clean": [count(r["clean"]) for r in runs],
        "fails at": [count(r["failing"]) for r in runs],
        "change": ["" if r["change"] is None else percent(r["change"]) for r in runs],
        "req/s there": [figure(r["requests_per_s"]) for r in runs],
        "published": ["" if r["published"] is None else count(r["published"]) for r in runs],
    }


def _probes(run: dict[str, Any]) -> Table:
    table = titled_table(f"Probes of {run['name']}", "probe")
    is_rate = run["of"] == "rate"
    add_figures(table, "rate" if is_rate else "connections", "outcome", "req/s", "p99", "failed")
    for probe in run["probes"]:
        rate, p99, failed_requests = (
            probe[name] for name in ("requests_per_s", "latency_p99", "failed_requests")
        )
        table.add_row(
            str(probe["number"]),
            count(probe["rate"] if is_rate else probe["connections"]),
            _outcome(probe),
            figure(rate),
            latency(p99),
            count(failed_requests),
        )
    return table


def _outcome(probe: dict[str, Any]) -> str:
    if probe["clean"] is None:
        return str(probe["state"])
    return ("clean" if probe["clean"] else "fails") + (" again" if probe["repeat"] else "")
