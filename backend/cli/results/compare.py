"""`dyno compare`: two runs, two experiments, or two halves of one experiment side by side."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.catalog.metrics import METRICS, Metric
from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.follow import verdict_style
from backend.cli.launching.gates import Gate, Judgement, Named, judge
from backend.cli.launching.wait import FailIfOption, JunitOption, end_with, gates_of
from backend.cli.results.show import look_up, with_unit
from backend.cli.tables import ruled_table, say
from backend.presentation.changes import change_text, interval_text
from backend.presentation.figures import spread, write
from backend.presentation.words import printable_text

LETTERS = "abcdefgh"
UNPROCESSABLE = 422
MAX_EXAMPLES = 8  # commands that name runs
MAX_NAMES = 120  # characters of their names
Query = dict[str, str | list[str]]


def selection(api: Api, ids: Sequence[str]) -> Query:
    """The query of GET /compare for one id to be split or looked up, or up to eight of one kind."""
    if len(ids) > len(LETTERS):
        raise ApiProblem(f"{len(ids)} sides are too many; compare at most {len(LETTERS)}")
    rows = [look_up(api, id_) for id_ in ids]
    kinds = {kind for kind, _ in rows}
    if len(ids) == 1:
        return _of_one(*rows[0])
    if len(kinds) > 1 or kinds == {"comparison"}:
        kinds_of_ids = ", ".join(f"{id_} is a {kind}" for id_, (kind, _) in zip(ids, rows, strict=True))
        raise ApiProblem(f"{kinds_of_ids}; compare runs with runs, or experiments with experiments")
    return dict(zip(LETTERS, (_runs(kind, data) for kind, data in rows), strict=False))


def _of_one(kind: str, data: dict[str, Any]) -> Query:
    if kind == "run":
        raise ApiProblem(f"{data['id']} is the id of a run; give another one to compare it with")
    if kind == "experiment":
        return {"experiment": data["id"]}
    state = {k: v for k, v in data["state"].items() if k in COMPARED and v}
    return {k: v.split(",") if k in LETTERS else v for k, v in state.items()}


def compare(api: Api, query: Query) -> dict[str, Any]:
    """The comparison; where an experiment cannot be split, ApiProblem says how to name its runs."""
    try:
        return api.get("/compare", **query)
    except ApiProblem as problem:
        if "experiment" not in query or problem.status != UNPROCESSABLE:
            raise
        experiment = api.get(f"/experiments/{query['experiment']}")
        if any(run["factors"] for run in experiment["run_list"]):
            raise
        raise ApiProblem("\n".join([str(problem), *_ways_to_name(experiment)])) from None


def _ways_to_name(experiment: dict[str, Any]) -> Iterator[str]:
    """A command for each candidate beside the baseline of its workload, else beside the first run."""
    runs = [run for run in experiment["run_list"] if not run["deleted"]]
    baselines = {run["workload"]["name"]: run for run in runs if run["is_baseline"]}
    candidates = [run for run in runs[1:] if not run["is_baseline"]]
    if not candidates:
        yield f"Name another run or experiment to compare it with: dyno compare {experiment['id']} ID"
        return
    yield "Name two runs, the baseline first:"
    for run in candidates[:MAX_EXAMPLES]:
        baseline = baselines.get(run["workload"]["name"], runs[0])
        names = f"{baseline['name']}, then {run['name']}"
        yield f"  dyno compare {baseline['id']} {run['id']}  # {printable_text(names, MAX_NAMES)}"
    if len(candidates) > MAX_EXAMPLES:
        more = len(candidates) - MAX_EXAMPLES
        yield f"and {more} more: dyno show {experiment['id']} --json has their ids"


COMPARED = (*LETTERS, "experiment", "factor", "level_a", "level_b", "side", "match", "metric")
"""What of a saved comparison's page says what is compared; the rest is how it is looked at."""


def _runs(kind: str, data: dict[str, Any]) -> list[str]:
    if kind == "run":
        return [data["id"]]
    return [run["id"] for run in data["run_list"] if not run["is_control"] and not run["deleted"]]


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
            _show(side_comparison, Console())


def _judge_gates(api: Api, query: Query, gates: Sequence[Gate]) -> list[Judgement]:
    """Each gate on every pair of every side; the side is named where there are several."""
    deltas: dict[str, list[Named]] = {}
    for metric in dict.fromkeys(gate.metric for gate in gates):
        comparison = api.get("/compare", **(query | {"metric": metric}))
        several = len(comparison["candidates"]) > 1
        deltas[metric] = [
            ((f"{side['title']} · " if several else "") + pair["label"], pair["delta"])
            for side in comparison["candidates"]
            for pair in side["pairs"]
        ]
    return judge(gates, deltas)


def _show(comparison: dict[str, Any], console: Console) -> None:
    style = "bold" if comparison["settled"] else ""
    say(console, comparison["headline"], style=style)
    console.print(_pairs(comparison))
    console.print(_overall(comparison))
    console.print(_differs(comparison))
    console.print(f"{comparison['equal']} settings and facts are equal", highlight=False)
    for warning in comparison["warnings"]:
        console.print(Text(f"! {warning}", style="yellow"))


def _pairs(comparison: dict[str, Any]) -> Table:
    metric = METRICS[comparison["metric"]["name"]]
    a, b = comparison["a_title"], comparison["b_title"]
    columns = (metric.label, f"A {a}", "spread", f"B {b}", "spread", "change", "95% interval", "verdict")
    table = ruled_table(comparison["title"], columns, (metric.label, "verdict"))
    for pair in comparison["pairs"]:
        sides = [cell for side in ("a", "b") for cell in (_mean(metric, pair[side]), _cv(pair[side]))]
        delta = _delta(metric, pair["delta"], comparison)
        table.add_row(Text(pair["label"]), *sides, *delta)
    return table


def _overall(comparison: dict[str, Any]) -> Table:
    count = len(comparison["pairs"])
    title = "Over all pairs" if count > 1 else "This pair"
    table = ruled_table(
        title, ("metric", "change", "95% interval", "verdict", "spread"), ("metric", "verdict", "spread")
    )
    for row in comparison["overall"]:
        metric = METRICS[row["metric"]["name"]]
        delta = _delta(metric, row["delta"], comparison)
        table.add_row(metric.label, *delta, _spread(row["spread"]))
    return table


def _differs(comparison: dict[str, Any]) -> Table:
    table = ruled_table("Only what differs", ("setting", "A", "B"), ("setting", "A", "B"))
    for difference in comparison["differs"]:
        table.add_row(
            *(
                Text("not set" if v is None else str(v))
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
    return [Text(change, style=style), Text(interval), Text(delta["verdict"], style=style)]


def _spread(spread: dict[str, Any] | None) -> str:
    if spread is None or not spread["ratio"]:
        return ""
    ratio = spread["ratio"]
    times = write(max(ratio, 1 / ratio), "times").removesuffix("×")
    return f"{'÷' if ratio < 1 else '×'} {times} {spread['verdict'].replace('_', ' ')}"
