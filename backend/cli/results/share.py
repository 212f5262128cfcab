"""`dyno share`: a link that shows a result to anybody who has it."""

from typing import Annotated

import typer

from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.results.show import look_up

COMMAND = "dyno share"
DAYS = {"1": 1, "7": 7, "30": 30, "never": None}


def share_command(
    id: Annotated[str, typer.Argument(help="id of an experiment, a run or a saved comparison")],
    days: Annotated[str, typer.Option(help="valid for 1, 7 or 30 days, or never to end")] = "7",
    report: Annotated[bool, typer.Option("--report", help="only its report")] = False,
    with_hosts: Annotated[
        bool, typer.Option("--with-hosts", help="include names, addresses, paths and outputs of hosts")
    ] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Make a link with which anybody can read a result, without an account."""
    if days not in DAYS:
        raise usage(COMMAND, f"--days is one of {', '.join(DAYS)}, not “{days}”")
    with connect(COMMAND, server) as api:
        kind, _ = look_up(api, id)
        wish = {"kind": kind, "id": id, "days": DAYS[days], "as_report": report, "with_hosts": with_hosts}
        link = api.post("/share-links", wish)
        print_json(link) if as_json else typer.echo(link["url"])
