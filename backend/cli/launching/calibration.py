"""A calibration in the terminal: spreads, lengths of trials, rounds needed, and what disturbs."""

from typing import Any

from rich.console import Console
from rich.table import Table

from backend.cli.client import Api
from backend.cli.tables import add_figures, say, titled_table
from backend.presentation.figures import short_percent, span, whole_percent

MAX_FAR = 8


def print_calibration(api: Api, experiment: dict[str, Any], console: Console) -> None:
    """It fits into 80 columns."""
    calibration = api.get(f"/experiments/{experiment['id']}/calibration")
    say(console, experiment["name"], style="bold")
    say(console, calibration["sentence"], *calibration["cautions"])
    if calibration["equals"]:
        say(console, calibration["equals"]["sentence"])
    if calibration["needs"]:
        console.print(_needs(calibration["needs"]))
    if calibration["lengths"]:
        console.print(_lengths(calibration["lengths"]))
    say(console, *(f"Disturbs: {row['sentence']}" for row in calibration["disturbances"]))
    for row in calibration["far"][:MAX_FAR]:
        say(console, f"Outlier: {row['run']}, round {row['round']}: {row['sentence']}")
    if len(calibration["far"]) > MAX_FAR:
        say(console, f"and {len(calibration['far']) - MAX_FAR} more outliers")
    if not calibration["disturbances"] and calibration["trials"]:
        say(console, "No recorded disturbance coincides with slower trials.")
    say(console, *(f"→ {row}" for row in calibration["todo"]))


def _needs(needs: list[dict[str, Any]]) -> Table:
    table = titled_table("Rounds needed here (baseline, control, one candidate)", "to show")
    add_figures(table, "fixed, 80%", "time", "until decided", "found in")
    for need in needs:
        table.add_row(
            whole_percent(need["effect"]),
            _rounds(need["rounds"]),
            span(need["seconds"]),
            f"{need['decided_rounds']}, {span(need['decided_seconds'])}",
            whole_percent(need["chance"]),
        )
    return table


def _lengths(lengths: list[dict[str, Any]]) -> Table:
    table = titled_table("Noise by length of a trial", "trial of")
    add_figures(table, "spread", "rounds for 2%", "time")
    for length in lengths:
        table.add_row(
            span(length["seconds"]),
            short_percent(length["within"]),
            _rounds(length["rounds"]),
            span(length["total_s"]),
        )
    return table


def _rounds(rounds: int | None) -> str:
    return "over 1000" if rounds is None else str(rounds)
