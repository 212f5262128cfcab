"""`dyno show`: an experiment or a run in the terminal."""

from collections import Counter
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.catalog.metrics import METRICS, Metric
from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json
from backend.cli.launching.bisect_steps import NOT_FOUND, find_bisect, print_bisect
from backend.cli.launching.follow import print_result
from backend.cli.tables import figures_table, fold_headers, say, terminal, verdict_text
from backend.presentation.changes import percent
from backend.presentation.figures import ABSENT, latency, measure, write
from backend.presentation.words import plural, sentence

COMMAND = "dyno show"
_MARK = "◦"
_EXPLORATORY = f"{_MARK} exploratory: verdicts count all metrics so marked"


def show_command(
    id: Annotated[str, typer.Argument(help="id of an experiment, a run, a bisect or a saved comparison")],
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Show an experiment with its deltas, or a run with its figures."""
    with connect(COMMAND, server) as api:
        try:
            kind, data = look_up(api, id)
        except ApiProblem as problem:
            bisect = find_bisect(api, id) if problem.status == NOT_FOUND else None
            if bisect is None:
                raise
            print_json(bisect) if as_json else print_bisect(api, bisect)
            return
        if as_json:
            print_json(data | ({"deltas": _deltas(api, id)} if kind == "experiment" else {}))
        elif kind == "experiment":
            _experiment(api, data, terminal())
        elif kind == "run":
            _run(api, data, terminal())
            _latency(api.get(f"/runs/{id}/latency"), terminal())
        else:
            typer.echo(
                f"{data['name']} · {made_by(data['owner'])}\ndyno compare {id} shows it; {api.site}/c/{id}"
            )


def made_by(owner: dict[str, Any] | None) -> str:
    return f"by {owner['name']} ({owner['login']})" if owner else "by the dashboard's token"


def look_up(api: Api, id_: str) -> tuple[str, dict[str, Any]]:
    """(`experiment`, `run` or `comparison`, what the API says of it); ApiProblem when it is not an id."""
    if not id_.isalnum():
        raise ApiProblem(f"“{id_}” is not an id; ids are letters and digits, as in the addresses of pages")
    for kind in ("experiment", "run", "comparison"):
        try:
            return kind, api.get(f"/{kind}s/{id_}")
        except ApiProblem as problem:
            if problem.status != NOT_FOUND:
                raise
    raise ApiProblem(f"there is no experiment, run or comparison {id_}", NOT_FOUND)


def _deltas(api: Api, experiment_id: str) -> list[dict[str, Any]]:
    return api.get(f"/experiments/{experiment_id}/deltas")


def _experiment(api: Api, experiment: dict[str, Any], console: Console) -> None:
    say(console, f"{experiment['name']} · {experiment['state']}", style="bold")
    failure, progress = experiment["failure"] or {}, experiment["progress"] or {}
    say(console, made_by(experiment["owner"]), sentence(failure.get("message", "")), progress.get("step"))
    print_result(api, experiment, console, probes=True)
    if experiment["published"]:
        _print_write_up(experiment["published"], console)
    say(console, _servers(experiment))
    print_diagnostics(api.get(f"/experiments/{experiment['id']}/diagnostics"), console)
    console.print(f"{api.site}/experiments/{experiment['id']}", soft_wrap=True)


def _print_write_up(write_up: dict[str, Any], console: Console) -> None:
    """Print what a write-up has, variant by variant; columns that it does not have are left out."""
    kinds = {
        "connections": ("connections", "count"),
        "requests_per_s": ("req/s", "exact"),
        "latency_mean": ("mean latency", "exact s"),
        "change": ("change", "exact change"),
    }
    rows = write_up["rows"]
    columns = {name: kinds[name] for name in kinds if any(row[name] is not None for row in rows)}
    table = figures_table("published", ["variant", *(title for title, _ in columns.values())], ("variant",))
    for row in rows:
        name = " · ".join(filter(None, [row["variant"], row["workload"]]))
        table.add_row(name, *(write(row[column], kind) for column, (_, kind) in columns.items()))
    if rows:
        console.print(table)
    say(console, f"Published: {sentence(write_up['source'])}", *write_up["remarks"])


def _run(api: Api, run: dict[str, Any], console: Console) -> None:
    about = f"{run['name']} · {run['experiment']['name']} · {run['trials_done']} trials"
    names = ("metric", "mean", "95% interval", "change", "verdict")
    table = figures_table(about, names, ("metric", "verdict"))
    for figure in run["figures"]:
        table.add_row(*_figure(METRICS[figure["metric"]], figure))
    console.print(table)
    if any((figure["delta"] or {}).get("exploratory") for figure in run["figures"]):
        say(console, _EXPLORATORY)
    for message, number in Counter(t["failure"]["message"] for t in run["trials"] if t["failure"]).items():
        say(console, f"{plural(number, 'trial')}: {sentence(message)}")
    say(console, _servers(run))
    for bottleneck in run["bottlenecks"]:
        title = ("Near a limit: " if bottleneck["is_near"] else "Limited by ") + bottleneck["title"]
        say(console, f"{title}. {bottleneck['sentence']} What helps: {bottleneck['advice']}.")
    if run["trials"] and run["trials"][0]["argv"]:
        console.print(" ".join(run["trials"][0]["argv"]), soft_wrap=True)
    console.print(f"{api.site}/runs/{run['id']}", soft_wrap=True)


def _latency(latency_data: dict[str, Any], console: Console) -> None:
    """Percentiles of all requests with their intervals, where the run has the latency of every request."""
    if latency_data["kind"] in ("measured", "mixed"):
        names = ("percentile", "latency", "95% interval", "as printed")
        table = figures_table("latency of all requests", names, ("percentile",))
        for name, point in latency_data["percentiles"].items():
            low, high = point["low"], point["high"]
            interval = ABSENT if low is None else f"{latency(low)} … {latency(high)}"
            printed_value = latency(latency_data["printed"].get(name))
            table.add_row(METRICS[name].label, latency(point["value"]), interval, printed_value)
        table.add_row("largest", latency(latency_data["largest"]), "", "")
        console.print(table)
    if latency_data["kind"] != "none":
        say(console, latency_data["sentence"])


def _servers(data: dict[str, Any]) -> str | None:
    """How often servers were started, and how much starts differ."""
    return (data.get("servers") or {}).get("sentence")


def _figure(metric: Metric, figure: dict[str, Any]) -> list[str]:
    low, high, delta = figure["low"], figure["high"], figure["delta"] or {}
    interval = (  # of wild trials it would begin at a time or a rate below zero
        ABSENT if low is None else f"{with_unit(metric, max(0.0, low))} … {with_unit(metric, high)}"
    )
    change = percent(delta["change"], delta["low"], delta["high"]) if delta.get("change") is not None else ""
    return [
        f"{metric.label} {_MARK}" if delta.get("exploratory") else metric.label,
        with_unit(metric, figure["mean"]),
        interval,
        change,
        verdict_text(delta),
    ]


def with_unit(metric: Metric, value: float | None) -> str:
    """A value beside the name of its metric: `req/s` is in the name."""
    return measure(value, metric.unit).removesuffix(" req/s")


def print_diagnostics(diagnostics: dict[str, Any], console: Console) -> None:
    """Probes in sentences, system calls of a request in tables, and what could not be seen."""
    for run in diagnostics["runs"]:
        for probe in run["probes"]:
            _line(f"{run['name']}: {probe['sentence']}", console)
        if run["conclusion"]:
            _line(f"{run['name']}: {run['conclusion']}", console)
        for table in run["calls"]:
            _calls(run, table, console)
    missing = {
        (entry["host"], entry["reason"])
        for diagnostic in diagnostics["diagnostics"]
        for entry in diagnostic["missing"]
    }
    for host, reason in sorted(missing):
        _line(f"{host} could not run diagnostics: {reason}", console)


def _calls(run: dict[str, Any], calls: dict[str, Any], console: Console) -> None:
    title = f"system calls of a request · {calls['role']} · {run['name']}"
    has_baseline = calls["total"]["difference"] is not None
    sides = [run["baseline"], run["name"], "difference"] if has_baseline else [run["name"]]
    table = figures_table(title, ["name", *sides], ("name",))
    for row in [*calls["rows"], calls["total"]]:
        cells = [write(row["value"], "calls")]
        if has_baseline:
            cells = [write(row["baseline"], "calls"), *cells, write(row["difference"], "calls change")]
        table.add_row(row["name"], *cells)
    console.print(fold_headers(table))
    if not calls["is_exact"]:
        _line("Some events were lost: these counts are too small.", console)
    _line(run["calls_cost"], console)


def _line(text: str, console: Console) -> None:
    console.print(text, soft_wrap=True)
