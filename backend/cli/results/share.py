"""`dyno share`: links that show a result to anybody who has them."""

from typing import Annotated, Any

import typer

from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.results.show import look_up
from backend.cli.tables import local_time, terminal, titled_table
from backend.presentation.words import plural

COMMAND = "dyno share"
DAYS = {"1": 1, "7": 7, "30": 30, "never": None}


def share_command(
    id: Annotated[str, typer.Argument(help="id of an experiment, a run or a saved comparison")],
    days: Annotated[str, typer.Option(help="valid for 1, 7 or 30 days, or never to end")] = "7",
    report: Annotated[bool, typer.Option("--report", help="only its report")] = False,
    with_hosts: Annotated[
        bool, typer.Option("--with-hosts", help="include names, addresses, paths and outputs of hosts")
    ] = False,
    list_links: Annotated[bool, typer.Option("--list", help="list its links, and make none")] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="end all its links that work")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Make a link with which anybody can read a result, without an account; list or revoke its links."""
    if days not in DAYS:
        raise usage(COMMAND, f"--days is one of {', '.join(DAYS)}, not “{days}”")
    if list_links + revoke + (report or with_hosts) > 1:
        raise usage(COMMAND, "--list and --revoke make no link: give one of them alone")
    with connect(COMMAND, server) as api:
        kind, _ = look_up(api, id)
        if list_links or revoke:
            _list_or_revoke(api, id, revoke, as_json)
            return
        wish = {"kind": kind, "id": id, "days": DAYS[days], "as_report": report, "with_hosts": with_hosts}
        link = api.post("/share-links", wish)
        print_json(link) if as_json else typer.echo(link["url"])


def _list_or_revoke(api: Api, subject_id: str, revoke: bool, as_json: bool) -> None:
    links = api.get("/share-links", subject=subject_id)
    if revoke:
        working_ids = [link["id"] for link in links if link["works"]]
        for link_id in working_ids:
            api.delete(f"/share-links/{link_id}")
        links = [link for link in api.get("/share-links", subject=subject_id) if link["id"] in working_ids]
    if as_json:
        print_json(links)
    elif revoke:
        typer.echo(f"{plural(len(links), 'link')} revoked")
    else:
        _print_links(links)


def _print_links(links: list[dict[str, Any]]) -> None:
    """Their addresses are not known: they were shown once."""
    if not links:
        typer.echo("It has no share link", err=True)
        return
    table = titled_table(links[0]["title"], "made")
    for name in ("by", "shows", "works until", "last opened"):
        table.add_column(name)
    for link in links:
        shows = ("the report" if link["as_report"] else "the page") + (
            " with hosts" if link["with_hosts"] else ""
        )
        last_use = local_time(link["opened_at"]) if link["opened_at"] else "never"
        table.add_row(local_time(link["created_at"]), link["made_by"], shows, _end(link), last_use)
    terminal().print(table)


def _end(link: dict[str, Any]) -> str:
    if link["revoked_at"]:
        return "revoked"
    end = local_time(link["expires_at"]) if link["expires_at"] else "it is revoked"
    return end if link["works"] else f"{end}, expired"
