"""`dyno queue`: who waits for which testbed, until when, and in which order."""

from typing import Annotated, Any

import typer

from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.tables import terminal, titled_table
from backend.presentation.figures import span

COMMAND = "dyno queue"
WAYS = ("up", "down", "first", "last")
app = typer.Typer(add_completion=False, invoke_without_command=True, help="The queues of testbeds.")


@app.callback()
def queue(ctx: typer.Context, as_json: JsonOption = False, server: ServerOption = DEFAULT_SERVER) -> None:
    """The queues of testbeds; without a command, all of them."""
    if ctx.invoked_subcommand is None:
        list_command(None, as_json, server)


@app.command("list")
def list_command(
    testbed: Annotated[str | None, typer.Option(help="only this one, by name or id")] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Of each testbed, who uses it, who waits for it, and when they are expected to start."""
    with connect(COMMAND, server) as api:
        lines = api.get("/queue")
    if testbed is not None:
        lines = [line for line in lines if testbed in (line["testbed"]["id"], line["testbed"]["name"])]
    _show(lines, as_json)


@app.command("move")
def move_command(
    id: Annotated[str, typer.Argument(help="id of a queued experiment")],
    to: Annotated[str, typer.Argument(help=", ".join(WAYS), metavar="WHERE")],
    testbed: Annotated[
        str | None, typer.Option(help="queue of this testbed; default: where it waits")
    ] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Give a queued experiment another place: dyno queue move ID first"""
    if to not in WAYS:
        raise usage(COMMAND, f"WHERE is one of {', '.join(WAYS)}; got “{to}”")
    with connect(COMMAND, server) as api:
        line = _line_of(api, id, testbed)
        waiting_ids = [entry["id"] for entry in line["waiting"]]
        body = {"testbed_id": line["testbed"]["id"], "to": to, "seen": waiting_ids}
        queues = api.post(f"/queue/{id}/move", body)
    _show([entry for entry in queues if entry["testbed"]["id"] == line["testbed"]["id"]], as_json)


def _line_of(api: Api, experiment: str, testbed: str | None) -> dict[str, Any]:
    """The line that it is moved in."""
    for line in api.get("/queue"):
        entry = next((entry for entry in line["waiting"] if entry["id"] == experiment), None)
        testbed_key = testbed or (entry or {}).get("testbed", {}).get("id")
        if entry and testbed_key in (line["testbed"]["id"], line["testbed"]["name"]):
            return line
    raise ApiProblem(f"{experiment} is not queued" + (f" of “{testbed}”" if testbed else ""))


def _show(queues: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(queues)
        return
    for line in queues:
        table = titled_table(f"{line['testbed']['name']}: {line['now']}", "id")
        for name in ("experiment", "by", "when"):
            table.add_column(name)
        for entry in (*line["running"], *line["waiting"]):
            any_with = f" (any with {', '.join(entry['labels'])})" if entry["labels"] else ""
            table.add_row(entry["id"], entry["name"] + any_with, entry["by"], _when(entry))
        if table.row_count:
            terminal().print(table)
        else:
            typer.echo(f"{line['testbed']['name']}: {line['now']}, no experiment waits")


def _when(entry: dict[str, Any]) -> str:
    start = entry["start"]
    if start is None:
        seconds_left = entry["seconds_left"]
        return "runs" if seconds_left is None else f"runs, {span(seconds_left)} left"
    if start["seconds"] is None:
        return f"not known: {start['unknown']}"
    return f"in {'at most' if start['at_most'] else 'about'} {span(start['seconds'])}"
