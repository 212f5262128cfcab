"""`dyno enrol-token`: a token with which an agent becomes a host."""

from typing import Annotated, Any

import typer

from agents.contract.states import ROLES
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connected, print_json, usage

COMMAND = "dyno enrol-token"
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def enrol_token_command(
    roles: Annotated[str, typer.Option(help="roles that the agent may have")] = ",".join(ROLES),
    name: Annotated[
        str | None, typer.Option(help="only for the host of this name; replaces the agent that it has")
    ] = None,
    reusable: Annotated[
        bool, typer.Option("--reusable", help="for any number of new hosts until it expires")
    ] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="a person approves each agent on the Hosts page")
    ] = False,
    expires: Annotated[str, typer.Option(help="15m, 1h, 7d; at most 30d", metavar="TIME")] = "1h",
    quiet: Annotated[bool, typer.Option("--quiet", help="print the token alone")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Make a token with which an agent becomes a host: once, within an hour, unless options say otherwise."""
    wanted = {
        "roles": [role.strip() for role in roles.split(",") if role.strip()],
        "host_name": name,
        "reusable": reusable,
        "approves": not ask,
        "expires_in_s": _seconds(expires),
    }
    with connected(COMMAND, server) as api:
        made = api.post("/enrolment-tokens", wanted)
    if as_json:
        print_json(made)
    else:
        typer.echo(
            made["token"] if quiet else f"{agent_line(server, made)}\nIt is good until {made['expires_at']}"
        )


def agent_line(server: str, made: dict[str, Any]) -> str:
    """The one line that starts the agent; the token is not among its arguments, where `ps` shows it."""
    name = f" --name {made['host_name']}" if made["host_name"] else ""
    roles = ",".join(made["roles"])
    proof = f" --ca-sha256 {made['ca_sha256']}" if made["ca_sha256"] else ""
    return f"DYNO_AGENT_TOKEN={made['token']} dyno agent --server {server}{proof} --roles {roles}{name}"


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS):
        raise usage(COMMAND, f"--expires {text}: say it as 15m, 1h or 7d")
    return int(number) * _UNITS[unit]
