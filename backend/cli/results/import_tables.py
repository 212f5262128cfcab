"""Answers of `dyno import` about tables and runs: what columns hold, the baseline, the steps."""

from collections.abc import Sequence
from typing import Any

import typer

from agents.catalog.metrics import METRICS
from backend.cli.connection import usage
from backend.imports.columns import ROLES, measure_of

COMMAND = "dyno import"
Choices = dict[int, dict[int, dict[str, Any]]]


def table_choices(preview: dict[str, Any], numbers: Sequence[int], columns: Sequence[str]) -> Choices:
    """Text → table → how to read it, tables counted from 1 over all files; usage for what is not there."""
    places = [(i, k) for i, text in enumerate(preview["texts"]) for k in range(len(text["tables"]))]
    if not places:
        raise usage(COMMAND, "--table and --column are for tables, and the files hold none")
    if wrong := next((n for n in numbers if not 1 <= n <= len(places)), None):
        raise usage(COMMAND, f"--table {wrong}: the files hold tables 1 to {len(places)}")
    roles = dict(_role(item) for item in columns)
    headings: set[str] = set()
    choices: Choices = {}
    for number, (i, k) in enumerate(places, start=1):
        choice: dict[str, Any] = {"skip": bool(numbers) and number not in numbers}
        own_columns = preview["texts"][i]["tables"][k]["columns"]
        headings |= {column["name"] for column in own_columns}
        if roles:
            choice["columns"] = [
                column | {"role": roles.get(column["name"], column["role"])} for column in own_columns
            ]
        choices.setdefault(i, {})[k] = choice
    if unknown_name := next((name for name in roles if name not in headings), None):
        raise usage(
            COMMAND, f"--column: there is no column “{unknown_name}”; there is: {', '.join(sorted(headings))}"
        )
    return choices


def _role(item: str) -> tuple[str, str]:
    """“speed=req/s” → the heading and its role, by its name or by that of a figure."""
    name, mark, text = item.rpartition("=")
    if not mark or not name.strip():
        raise usage(COMMAND, f"--column takes NAME=ROLE, not “{item}”")
    role = text.strip() if text.strip() in ROLES else measure_of(text)
    if role not in ROLES:
        labels = ", ".join(role for role in ROLES if role not in METRICS)
        raise usage(COMMAND, f"--column: “{text}” is no role; use req/s, mean latency or one of {labels}")
    return name.strip(), role


def print_hints(preview: dict[str, Any]) -> None:
    """The option that answers what a table leaves open, on standard error."""
    all_tables = [table for text in preview["texts"] for table in text["tables"]]
    if all_tables and not preview["runs"]:
        names = ", ".join(column["name"] for table in all_tables[:3] for column in table["columns"])
        typer.echo(
            f"Say which column holds the figures: --column 'NAME=req/s', NAME one of {names}", err=True
        )


def choose_baseline(runs: Sequence[dict[str, Any]], name: str) -> None:
    """Keep suggested baselines only in workloads that have no run of the variant that was asked for."""
    workloads = {run["workload"] for run in runs if run["variant"] == name}
    for run in runs:
        run["baseline"] = run["baseline"] and run["workload"] not in workloads


def set_steps(runs: Sequence[dict[str, Any]], are_steps: bool | None, items: Sequence[str]) -> None:
    """Make runs the next steps of others: as the table says, else each of the run above it under its load.

    `are_steps`: None leaves the guess. `items`: NAME=BEFORE for single runs, without BEFORE for none.
    """
    if are_steps is False:
        for run in runs:
            run["parent"] = None
    if are_steps and not any(run["parent"] for run in runs):
        above: dict[str | None, str | None] = {}
        for run in runs:
            run["parent"] = above.get(run["workload"])
            above[run["workload"]] = run["variant"]
    names = {run["variant"] for run in runs}
    for name, before in [_step(item, names) for item in items]:
        for run in runs:
            if run["variant"] == name:
                run["parent"] = before or None


def _step(item: str, names: set[Any]) -> tuple[str, str]:
    """A run and the one before it; names may hold `=` themselves."""
    for at in (i for i, character in enumerate(item) if character == "="):
        name, before = item[:at].strip(), item[at + 1 :].strip()
        if name in names and (before in names or not before):
            return name, before
    known_names = ", ".join(sorted(str(name) for name in names))
    raise usage(COMMAND, f"--step takes NAME=BEFORE, not “{item}”; the runs are: {known_names}")
