"""`dyno compare`: two runs, two experiments, or two halves of one experiment side by side."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.catalog.knobs.values import value_text
from agents.catalog.metrics import METRICS, Metric
from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.follow import verdict_style
from backend.cli.launching.gates import Gate, Judgement, Named, judge
from backend.cli.launching.wait import FailIfOption, JunitOption, end_with, gates_of
from backend.cli.results.show import with_unit
from backend.cli.results.sides import Query, compare, selection
from backend.cli.tables import figures_table, say, terminal, verdict_text
from backend.presentation.changes import change_text, interval_text
from backend.presentation.figures import spread, write

COMMAND = "dyno compare"
SPREAD_WIDTH = 80  # columns of the terminal from which spreads have room
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
    format_name: Annotated[Format, typer.Option("--format", help="table, md or json")] = "table",
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
        comparison = compare(api, query)
        _print(api, query, comparison, "json" if as_json else format_name)
        end_with(comparison["title"], _judge_gates(api, query, gates), junit_file)


def _print(api: Api, query: Query, comparison: dict[str, Any], format_name: Format) -> None:
    if format_name == "json":
        print_json(comparison)
    elif format_name == "md":
        typer.echo(api.text("/compare/export.md", **query))
    else:
        for side in (candidate["side"] for candidate in comparison["candidates"]):
            side_comparison = (
                comparison if side == comparison["side"] else api.get("/compare", **(query | {"side": side}))
            )
            _show(side_comparison, terminal())


def _judge_gates(api: Api, query: Query, gates: Sequence[Gate]) -> list[Judgement]:
    """Each gate on every pair of every side, and on all pairs of it together.

    Each row of the table that is printed can trip; Holm adjusts over all of them.
    """
    deltas: dict[str, list[Named]] = {}
    for metric in dict.fromkeys(gate.metric for gate in gates):
        candidates = api.get("/compare", **(query | {"metric": metric}))["candidates"]
        deltas[metric] = [row for side in candidates for row in _rows_of(side, metric, len(candidates) > 1)]
    return judge(gates, deltas, is_family=True)


def _rows_of(side: dict[str, Any], metric: str, is_one_of_several: bool) -> Iterator[Named]:
    """Name and delta of each pair, and of all where there are several; several sides are named."""
    before = f"{side['title']} · " if is_one_of_several else ""
    for pair in side["pairs"]:
        yield f"{before}{pair['label']}", pair["delta"]
    if len(side["pairs"]) > 1:
        for row in side["overall"]:
            if row["metric"]["name"] == metric:
                yield f"{before}all pairs together", row["delta"]


def _show(comparison: dict[str, Any], console: Console) -> None:
    style = "bold" if comparison["settled"] else ""
    say(console, comparison["headline"], style=style)
    say(console, f"A: {comparison['a_title']}", f"B: {comparison['b_title']}")
    console.print(_pairs(comparison, has_spread=console.width >= SPREAD_WIDTH))
    console.print(_overall(comparison))
    if comparison["differs"]:
        console.print(_differs(comparison))
    before = "" if comparison["differs"] else "Nothing differs: "
    say(console, f"{before}{comparison['equal']} settings and facts are equal")
    for warning in comparison["warnings"]:
        console.print(Text(f"! {warning}", style="yellow"))


def _pairs(comparison: dict[str, Any], has_spread: bool) -> Table:
    metric = METRICS[comparison["metric"]["name"]]
    sides = ("A", "spread", "B", "spread") if has_spread else ("A", "B")
    columns = (metric.label, *sides, "change", "95% interval", "verdict")
    table = figures_table(comparison["title"], columns, (metric.label, "verdict"))
    for pair in comparison["pairs"]:
        means = [_mean(metric, pair[side]) for side in ("a", "b")]
        cells = [means[0], _cv(pair["a"]), means[1], _cv(pair["b"])] if has_spread else means
        table.add_row(Text(pair["label"]), *cells, *_delta(metric, pair["delta"], comparison))
    return table


def _overall(comparison: dict[str, Any]) -> Table:
    count = len(comparison["pairs"])
    title = "Over all pairs" if count > 1 else "This pair"
    table = figures_table(
        title, ("metric", "change", "95% interval", "verdict", "spread"), ("metric", "verdict", "spread")
    )
    for row in comparison["overall"]:
        metric = METRICS[row["metric"]["name"]]
        delta = _delta(metric, row["delta"], comparison)
        table.add_row(metric.label, *delta, _spread(row["spread"]))
    return table


def _differs(comparison: dict[str, Any]) -> Table:
    table = figures_table("Only what differs", ("setting", "A", "B"), ("setting", "A", "B"))
    for difference in comparison["differs"]:
        table.add_row(
            *(
                Text("not set" if v is None else value_text(v))
                for v in (difference["name"], difference["a"], difference["b"])
            )
        )
    return table


def _mean(metric: Metric, side: dict[str, Any]) -> str:
    return with_unit(metric, side["mean"])


def _cv(side: dict[str, Any]) -> str:
    return spread(side["cv"])


def _delta(metric: Metric, delta: dict[str, Any], comparison: dict[str, Any]) -> list[Text]:
    """Change, interval and verdict; a metric that can be zero has a difference instead of a change."""
    low, high = delta["low"], delta["high"]
    change = change_text(delta["change"], delta["difference"], metric, low, high)
    interval = interval_text(low, high, metric)
    style = verdict_style(delta["verdict"], comparison.get("is_untrusted", False))
    return [Text(change, style=style), Text(interval), Text(verdict_text(delta), style=style)]


def _spread(spread: dict[str, Any] | None) -> str:
    if spread is None or not spread["ratio"]:
        return ""
    ratio = spread["ratio"]
    times = write(max(ratio, 1 / ratio), "times").removesuffix("×")
    return f"{'÷' if ratio < 1 else '×'} {times} {spread['verdict'].replace('_', ' ')}"
