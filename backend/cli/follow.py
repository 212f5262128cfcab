"""An experiment in the terminal: a progress bar until it ends, then its deltas."""

import time
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from backend.cli.client import Api
from backend.cli.figures import count, duration, latency, signed_percent

ENDED = ("finished", "failed", "cancelled")
POLL_S = 1.0  # seldom enough not to disturb a measurement on the same machine
STYLES = {"better": "green", "worse": "red", "same": "dim", "unclear": "yellow"}


def follow(api: Api, experiment_id: str, console: Console) -> dict[str, Any]:
    """Show progress until the experiment has ended; its last state as the API gives it."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        console=console,
        refresh_per_second=2,
        transient=True,
    )
    with bar:
        task = bar.add_task("queued", total=None, left="")
        told = ""
        while True:
            experiment = api.get(f"/experiments/{experiment_id}")
            if experiment["state"] in ENDED:
                return experiment
            described, left = _described(experiment), _left(experiment)
            progress = experiment["progress"] or {}
            bar.update(
                task,
                description=described,
                completed=progress.get("done", 0),
                total=progress.get("total"),
                left=left,
            )
            line = _round_line(progress)
            if not console.is_terminal and line and line != told:
                console.print(f"{line}, {left}" if left else line)
                told = line
            time.sleep(POLL_S)


def _described(experiment: dict[str, Any]) -> str:
    behind = ", ".join(other["name"] for other in experiment["queue_behind"])
    if behind:
        return f"waits behind {behind}"
    return (experiment["progress"] or {}).get("step") or experiment["state"]


def _left(experiment: dict[str, Any]) -> str:
    seconds = (experiment["progress"] or {}).get("seconds_left")
    return "" if seconds is None else f"{duration(seconds)} left"


def _round_line(progress: dict[str, Any]) -> str:
    return f"round {progress['round']} of {progress['rounds']}" if progress.get("round") else ""


def print_deltas(api: Api, experiment: dict[str, Any], console: Console) -> None:
    """The table of deltas in req/s, with the 99th percentile of latency beside it."""
    path = f"/experiments/{experiment['id']}/deltas"
    tails = {row["run_id"]: row for row in api.get(path, metric="latency_p99")}
    table = Table(title=experiment["name"], title_justify="left", pad_edge=False, title_style="bold")
    for name in ("run", "req/s", "change", "95% interval", "verdict", "p99 latency", "trials"):
        table.add_column(name, justify="left" if name in ("run", "verdict") else "right")
    deltas = {row["run_id"]: row for row in api.get(path, metric="requests_per_s")}
    for run in experiment["run_list"]:
        table.add_row(*_row(run, deltas.get(run["id"]), tails.get(run["id"])))
    console.print(table)


def _row(run: dict[str, Any], delta: dict[str, Any] | None, tail: dict[str, Any] | None) -> list[Text]:
    means = run["means"]
    rate, p99 = means.get("requests_per_s"), means.get("latency_p99")
    cells = [run["name"], "–" if rate is None else count(rate)]
    if run["is_baseline"]:
        cells += ["", "", "baseline"]
    elif delta is None:
        cells += ["", "", run["state"]]
    else:
        cells += [signed_percent(delta["change"]), _interval(delta), _verdict(run, delta)]
    style = "" if run["is_baseline"] or delta is None else STYLES.get(delta["verdict"], "")
    shown = "–" if p99 is None else latency(p99)
    change = signed_percent(tail["change"]) if tail and not run["is_baseline"] else ""
    cells += [f"{shown} {change}".strip(), str(run["trials_done"])]
    return [Text(cell, style=style if 2 <= column <= 4 else "") for column, cell in enumerate(cells)]


def _interval(delta: dict[str, Any]) -> str:
    if delta["low"] is None or delta["high"] is None:
        return "–"
    return f"{signed_percent(delta['low'])} … {signed_percent(delta['high'])}"


def _verdict(run: dict[str, Any], delta: dict[str, Any]) -> str:
    return f"{delta['verdict']} (control)" if run["is_control"] else delta["verdict"]
