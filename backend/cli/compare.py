"""`dyno compare`: two runs, two experiments, or two halves of one experiment side by side."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.contract.metrics import METRICS, Metric
from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connected, print_json
from backend.cli.figures import signed_percent
from backend.cli.follow import STYLES
from backend.cli.gates import Gate, Judged, judge
from backend.cli.show import look_up, with_unit
from backend.cli.wait import FailIfOption, JunitOption, end_with, gates_of

COMMAND = "dyno compare"


def compare_command(
    a: Annotated[str, typer.Argument(help="id of a run or an experiment: the baseline")],
    b: Annotated[str | None, typer.Argument(help="id of another; without it A is split by a factor")] = None,
    factor: Annotated[str | None, typer.Option(help="of experiment A; default: the one that pins")] = None,
    metric: Annotated[str, typer.Option(help="a metric's name")] = "requests_per_s",
    fail_if: FailIfOption = None,
    junit_file: JunitOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Compare B with A: paired runs with change, interval and verdict, and only the settings that differ.

    Status 4: a --fail-if holds for a pair; 3: a pair has nothing to judge.
    """
    gates = gates_of(COMMAND, fail_if, junit_file)
    with connected(COMMAND, server) as api:
        query = _selection(api, a, b) | ({"factor": factor} if factor else {})
        found = api.get("/compare", metric=metric, **query)
        if as_json:
            print_json(found)
        else:
            _show(found, Console())
        end_with(found["title"], _judged(api, query, gates), junit_file)


def _judged(api: Api, query: dict[str, str | list[str]], gates: Sequence[Gate]) -> list[Judged]:
    pairs = ((gate, api.get("/compare", metric=gate.metric, **query)["pairs"]) for gate in gates)
    return [j for gate, found in pairs for j in judge(gate, [(p["label"], p["delta"]) for p in found])]


def _selection(api: Api, a: str, b: str | None) -> dict[str, str | list[str]]:
    if b is None:
        return {"experiment": a}
    (kind_a, one), (kind_b, other) = look_up(api, a), look_up(api, b)
    if kind_a != kind_b:
        raise ApiProblem(f"{a} is the id of a {kind_a} and {b} of a {kind_b}; compare two of one kind")
    if kind_a == "run":
        return {"a": [a], "b": [b]}
    return _runs_of_both(one, other)


def _runs_of_both(a: dict[str, Any], b: dict[str, Any]) -> dict[str, str | list[str]]:
    """Runs of one name (variant and workload) in two experiments, in the order of the first."""
    mine, theirs = _runs_by_name(a), _runs_by_name(b)
    common = [name for name in mine if name in theirs]
    if not common:
        raise ApiProblem(f"“{a['name']}” and “{b['name']}” have no run of the same name")
    return {"a": [mine[name] for name in common], "b": [theirs[name] for name in common]}


def _runs_by_name(experiment: dict[str, Any]) -> dict[str, str]:
    return {
        run["name"]: run["id"]
        for run in experiment["run_list"]
        if not run["is_control"] and not run["deleted"]
    }


def _show(found: dict[str, Any], console: Console) -> None:
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
    return "–" if side["cv"] is None else f"±{100 * side['cv']:.1f}%"


def _delta(metric: Metric, delta: dict[str, Any]) -> list[Text]:
    """Change, interval and verdict; a metric that can be zero has a difference instead of a change."""
    low, high = delta["low"], delta["high"]
    if metric.zero_ok:
        change = "–" if delta["difference"] is None else f"{delta['difference']:+g}"
        interval = "–" if low is None else f"{low:+g} … {high:+g}"
    else:
        change = signed_percent(delta["change"])
        interval = "–" if low is None else f"{signed_percent(low)} … {signed_percent(high)}"
    style = STYLES.get(delta["verdict"], "")
    return [Text(change, style=style), Text(interval), Text(delta["verdict"], style=style)]


def _spread(spread: dict[str, Any] | None) -> str:
    if spread is None or not spread["ratio"]:
        return ""
    ratio = spread["ratio"]
    shown = f"÷ {1 / ratio:.1f}" if ratio < 1 else f"× {ratio:.1f}"
    return f"{shown} {spread['verdict'].replace('_', ' ')}"
