"""`dyno launch --dry-run`: what a launch would do, and what is wrong with it."""

from collections.abc import Iterator
from typing import Any

import typer

from agents.catalog.knobs.values import value_text
from backend.cli.client import Api
from backend.cli.connection import FAILED, print_json
from backend.cli.findings import finding_line, items_of_plan
from backend.presentation.figures import span
from backend.presentation.words import plural


def show_plan(api: Api, body: dict[str, Any], as_json: bool) -> None:
    """Print the plan, its findings on standard error; status 1 where it cannot be launched."""
    plan = api.post("/plans", body)
    if as_json:
        print_json(plan)
    else:
        for item in items_of_plan(plan):
            typer.echo(finding_line(item, api.file), err=True)
        for line in _lines(plan):
            typer.echo(line)
    if plan["errors"]:
        raise typer.Exit(FAILED)


def _lines(plan: dict[str, Any]) -> Iterator[str]:
    if not plan["definition"]:
        return
    yield f"“{plan['definition']['name']}” on {plan['testbed']['name']}: {_size(plan)}"
    width = max((len(run["name"]) for run in plan["runs"]), default=0)
    for run in plan["runs"]:
        yield f"  {run['name']:{width}}  {_settings(run)}".rstrip()
    for host in plan["changes"]:
        yield f"{host['host']} ({host['role']}): {' '.join(host['changes'])}"
    goal = plan["goal"] or {}
    yield from filter(None, (plan["servers"], plan["repeats"], plan["ceiling"], goal.get("sentence")))
    yield from filter(None, [plan["noise_sentence"]])
    if plan["queue_behind"]:
        names = ", ".join(f"“{experiment['name']}”" for experiment in plan["queue_behind"])
        yield f"It would be queued behind {names}"


def _size(plan: dict[str, Any]) -> str:
    least = plan["fewest"] or {}
    up_to = "at most " if least else ""
    soonest = f", {span(least['seconds'])} at the least" if least else ""
    return (
        f"{plural(len(plan['runs']), 'run')}, {up_to}{plural(plan['rounds'], 'round')}, "
        f"{plural(plan['trials'], 'trial')}, {up_to or 'about '}{span(plan['seconds'])}{soonest}"
    )


def _settings(run: dict[str, Any]) -> str:
    """Knobs that a run sets, or its part where it sets none."""
    if run["is_baseline"]:
        return "baseline"
    if run["is_control"]:
        return "the baseline once more"
    knobs = run["knobs"]
    return ", ".join(f"{name}: {_value(knobs.get(name))}" for name in run["set_here"])


def _value(value: Any) -> str:
    lines = "not set" if value is None else value_text(value)
    count = lines.count("\n")
    return plural(count + 1, "line") if count else lines
