"""A calibration in the terminal: spreads, lengths of trials, rounds needed, and what disturbs."""

from typing import Any

from rich.console import Console
from rich.table import Table

from backend.cli.client import Api
from backend.cli.tables import add_figures, titled_table
from backend.presentation.figures import short_percent, span, whole_percent

MOST_FAR = 8


def print_calibration(api: Api, experiment: dict[str, Any], console: Console) -> None:
    """It fits into 80 columns."""
    found = api.get(f"/experiments/{experiment['id']}/calibration")
    _say(console, experiment["name"], bold=True)
    for line in (found["sentence"], *found["cautions"]):
        _say(console, line)
    if found["equals"]:
        _say(console, found["equals"]["sentence"])
    if found["needs"]:
        console.print(_needs(found["needs"]))
    if found["lengths"]:
        console.print(_lengths(found["lengths"]))
    for one in found["disturbances"]:
        _say(console, f"Disturbs: {one['sentence']}")
    for one in found["far"][:MOST_FAR]:
        _say(console, f"Far from the rest: {one['run']}, round {one['round']}: {one['sentence']}")
    if len(found["far"]) > MOST_FAR:
        _say(console, f"and {len(found['far']) - MOST_FAR} more such trials")
    if not found["disturbances"] and found["trials"]:
        _say(console, "Nothing that was watched goes with slower trials.")
    for one in found["todo"]:
        _say(console, f"→ {one}")


def _needs(needs: list[dict[str, Any]]) -> Table:
    table = titled_table("Rounds needed here (baseline, control, one candidate)", "to show")
    add_figures(table, "fixed, 80%", "time", "until decided", "found in")
    for one in needs:
        table.add_row(
            whole_percent(one["effect"]),
            _rounds(one["rounds"]),
            span(one["seconds"]),
            f"{one['decided_rounds']}, {span(one['decided_seconds'])}",
            whole_percent(one["chance"]),
        )
    return table


def _lengths(lengths: list[dict[str, Any]]) -> Table:
    table = titled_table("Noise by length of a trial", "trial of")
    add_figures(table, "spread", "rounds for 2%", "time")
    for one in lengths:
        table.add_row(
            span(one["seconds"]),
            short_percent(one["within"]),
            _rounds(one["rounds"]),
            span(one["total_s"]),
        )
    return table


def _rounds(rounds: int | None) -> str:
    return "over 1000" if rounds is None else str(rounds)


def _say(console: Console, text: str, bold: bool = False) -> None:
    console.print(text, markup=False, highlight=False, style="bold" if bold else None)
