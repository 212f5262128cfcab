"""`dyno hosts`: the machines with an agent, their labels, drained and retired."""

from typing import Annotated, Any

import typer

from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.lookup import find_host
from backend.cli.tables import terminal, titled_table

COMMAND = "dyno hosts"
app = typer.Typer(add_completion=False, invoke_without_command=True, help="Hosts: machines with an agent.")
NameArgument = Annotated[str, typer.Argument(help="name or id of a host", metavar="HOST")]


@app.callback()
def hosts(ctx: typer.Context, as_json: JsonOption = False, server: ServerOption = DEFAULT_SERVER) -> None:
    """Hosts: machines with an agent; without a command, a list of them."""
    if ctx.invoked_subcommand is None:
        list_command(as_json, server)


@app.command("list")
def list_command(as_json: JsonOption = False, server: ServerOption = DEFAULT_SERVER) -> None:
    """List the hosts, what each does now, and its labels."""
    with connect(COMMAND, server) as api:
        hosts = api.get("/hosts")
    if as_json:
        print_json(hosts)
        return
    table = titled_table("Hosts", "name")
    for name in ("roles", "address", "agent", "now", "labels"):
        table.add_column(name)
    for host in hosts:
        table.add_row(
            host["name"],
            ", ".join(host["roles"]),
            host["address"],
            host["version"],
            _now(host),
            ", ".join(host["labels"]),
        )
    terminal().print(table if hosts else "There is no host yet; add one on the Hosts page")
    for host in hosts:
        if reason := host["unavailable"] or host["outdated"]:
            typer.echo(reason)


@app.command("label")
def label_command(
    host: NameArgument,
    labels: Annotated[
        list[str] | None, typer.Argument(help="ssd or rack=2 to add, ssd- to remove", metavar="LABEL")
    ] = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Add labels to a host, or take them away: dyno hosts label load-1 ssd rack=2 old-"""
    if not labels:
        raise usage(COMMAND, "give at least one label: ssd or rack=2 to add, ssd- to remove")
    with connect(COMMAND, server) as api:
        host_row = find_host(api, host)
        body = {"labels": change_labels(host_row["labels"], labels), "seen": host_row["labels"]}
        host_row = api.patch(f"/hosts/{host_row['id']}", body)
    if as_json:
        print_json(host_row)
    else:
        typer.echo(f"{host_row['name']}: {', '.join(host_row['labels']) or 'no labels'}")


def change_labels(before: list[str], words: list[str]) -> list[str]:
    """With those that were named, each key once; `ssd-` takes one away."""
    by_key = {label.partition("=")[0]: label for label in before}
    for word in words:
        key = word.partition("=")[0]
        if word.endswith("-"):
            by_key.pop(word.removesuffix("-").partition("=")[0], None)
        else:
            by_key[key] = word
    return list(by_key.values())


@app.command("drain")
def drain_command(
    host: NameArgument,
    back: Annotated[bool, typer.Option("--back", help="take it into use again")] = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Let no new experiment start on a host; the one that runs there ends."""
    with connect(COMMAND, server) as api:
        host_row = api.patch(f"/hosts/{find_host(api, host)['id']}", {"drained": not back})
    if back:
        typer.echo(f"{host_row['name']} is in use again")
        return
    busy = (
        f"“{host_row['held_by']['name']}” still runs there" if host_row["held_by"] else "nothing runs there"
    )
    typer.echo(f"{host_row['name']} is drained; {busy}, {host_row['waiting']} queued experiments wait for it")


@app.command("retire")
def retire_command(host: NameArgument, server: ServerOption = DEFAULT_SERVER) -> None:
    """Remove a host: its agent is locked out at once, its results stay. Refused while an experiment runs."""
    with connect(COMMAND, server) as api:
        host_row = find_host(api, host)
        api.delete(f"/hosts/{host_row['id']}")
    typer.echo(f"{host_row['name']} is retired; its results stay")


def _now(host: dict[str, Any]) -> str:
    busy = f"busy with {host['held_by']['name']}" if host["held_by"] else "free"
    if not host["online"]:
        busy = "offline"
    elif host["condition"] == "needs_restore":
        busy = "left changed"
    return f"drained, {busy}" if host["drained_at"] else busy
