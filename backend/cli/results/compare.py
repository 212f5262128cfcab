"""`dyno compare`: two runs, two experiments, or two halves of one experiment side by side."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.catalog.metrics import METRICS, Metric
from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.follow import STYLES
from backend.cli.launching.gates import Gate, Judgement, Named, judge
from backend.cli.launching.wait import FailIfOption, JunitOption, end_with, gates_of
from backend.cli.results.show import with_unit
from backend.cli.results.sides import Query, selection
from backend.presentation.changes import change_text, interval_text
from backend.presentation.figures import spread, write

COMMAND = "dyno compare"
Format = Literal["table", "md", "json"]


def compare_command(
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="A [B…]",
            help="ids of runs or experiments, A being the baseline; or one experiment to split by a factor; "
            "or one saved comparison",
        ),
    ],
    factor: Annotated[str | None, typer.Option(help="factor to split by; default: the one that pins")] = None,
    metric: Annotated[
        str | None, typer.Option(help="metric to compare; default: requests_per_s, or what was saved")
    ] = None,
    shown: Annotated[Format, typer.Option("--format", help="table, md or json")] = "table",
    fail_if: FailIfOption = None,
    junit_file: JunitOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Compare others with A: paired runs with change, interval and verdict, and only what differs.

    Status 4: a --fail-if matches a pair; 3: a pair has nothing to judge.
    """
    gates = gates_of(COMMAND, fail_if, junit_file)
    with connect(COMMAND, server) as api:
        query = selection(api, ids)
        query |= {name: value for name, value in (("factor", factor), ("metric", metric)) if value}
        found = api.get("/compare", **query)
        _print(api, query, found, "json" if as_json else shown)
        end_with(found["title"], _judged(api, query, gates), junit_file)


def _print(api: Api, query: Query, found: dict[str, Any], shown: Format) -> None:
    if shown == "json":
        print_json(found)
    elif shown == "md":
        typer.echo(api.text("/compare/export.md", **query))
    else:
        for side in (candidate["side"] for candidate in found["candidates"]):
            one = found if side == found["side"] else api.get("/compare", **(query | {"side": side}))
            _show(one, Console())


def _judged(api: Api, query: Query, gates: Sequence[Gate]) -> list[Judgement]:
    """Each gate on every pair of every side; the side is named where there are several."""
    deltas: dict[str, list[Named]] = {}
    for metric in dict.fromkeys(gate.metric for gate in gates):
        found = api.get("/compare", **(query | {"metric": metric}))
        several = len(found["candidates"]) > 1
        deltas[metric] = [
            ((f"{side['title']} · " if several else "") + pair["label"], pair["delta"])
            for side in found["candidates"]
            for pair in side["pairs"]
        ]
    return judge(gates, deltas)


def _show(found: dict[str, Any], console: Console) -> None:
    style = "bold" if found["settled"] else ""
    console.print(found["headline"], style=style, markup=False, highlight=False)
    console.print(_pairs(found))
    console.print(_overall(found))
    console.print(_differs(found))
    console.print(f"{found['equal']} settings and facts are equal", highlight=False)
    for warning in found["warnings"]:
        console.print(Text(f"! {warning}", style="yellow"))


def _table(title: str, names: tuple[str, ...], left: tuple[str, ...]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    for name in names:
        table.add_column(Text(name), justify="left" if name in left else "right")
    return table


def _pairs(found: dict[str, Any]) -> Table:
    metric = METRICS[found["metric"]["name"]]
    a, b = found["a_title"], found["b_title"]
    columns = (metric.label, f"A {a}", "spread", f"B {b}", "spread", "change", "95% interval", "verdict")
    table = _table(found["title"], columns, (metric.label, "verdict"))
    for pair in found["pairs"]:
        sides = [cell for side in ("a", "b") for cell in (_mean(metric, pair[side]), _cv(pair[side]))]
        table.add_row(Text(pair["label"]), *sides, *_delta(metric, pair["delta"]))
    return table


def _overall(found: dict[str, Any]) -> Table:
    count = len(found["pairs"])
    title = "Over all pairs" if count > 1 else "This pair"
    table = _table(
        title, ("metric", "change", "95% interval", "verdict", "spread"), ("metric", "verdict", "spread")
    )
    for row in found["overall"]:
        metric = METRICS[row["metric"]["name"]]
        table.add_row(metric.label, *_delta(metric, row["delta"]), _spread(row["spread"]))
    return table


def _differs(found: dict[str, Any]) -> Table:
    table = _table("Only what differs", ("setting", "A", "B"), ("setting", "A", "B"))
    for one in found["differs"]:
        table.add_row(*(Text("not set" if v is None else str(v)) for v in (one["name"], one["a"], one["b"])))
    return table


def _mean(metric: Metric, side: dict[str, Any]) -> str:
    return with_unit(metric, side["mean"])


def _cv(side: dict[str, Any]) -> str:
    return spread(side["cv"])


def _delta(metric: Metric, delta: dict[str, Any]) -> list[Text]:
    """Change, interval and verdict; a metric that can be zero has a difference instead of a change."""
    low, high = delta["low"], delta["high"]
    change = change_text(delta["change"], delta["difference"], metric, low, high)
    interval = interval_text(low, high, metric)
    style = STYLES.get(delta["verdict"], "")
    return [Text(change, style=style), Text(interval), Text(delta["verdict"], style=style)]


def _spread(spread: dict[str, Any] | None) -> str:
    if spread is None or not spread["ratio"]:
        return ""
    ratio = spread["ratio"]
    times = write(max(ratio, 1 / ratio), "times").removesuffix("×")
    return f"{'÷' if ratio < 1 else '×'} {times} {spread['verdict'].replace('_', ' ')}"
