"""`dyno enrol-token`: a token with which an agent becomes a host."""

import shlex
from typing import Annotated, Any

import typer

from agents.catalog.roles import ROLES
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.tables import local_time

COMMAND = "dyno enrol-token"
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def enrol_token_command(
    roles: Annotated[str, typer.Option(help="roles that the agent may have")] = ",".join(ROLES),
    name: Annotated[
        str | None, typer.Option(help="only for the host of this name; replaces its agent")
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
    body = {
        "roles": [role.strip() for role in roles.split(",") if role.strip()],
        "host_name": name,
        "reusable": reusable,
        "approves": not ask,
        "expires_in_s": _seconds(expires),
    }
    with connect(COMMAND, server) as api:
        token_out = api.post("/enrolment-tokens", body)
        reach = {} if as_json or quiet else api.get("/reach")
    if as_json:
        print_json(token_out)
    else:
        typer.echo(token_out["token"] if quiet else "\n".join(_lines(server, token_out, reach)))


def _lines(server: str, token_out: dict[str, Any], reach: dict[str, Any]) -> list[str]:
    return [
        "Run as root on the new machine; run it again to upgrade:",
        f"  {install_line(server, token_out, reach['key_pin'])}",
        "Where dynoboard or dynoboard-agent is installed already:",
        f"  {agent_line(server, token_out)}",
        f"Valid until {local_time(token_out['expires_at'])}",
        *(f"{hindrance['what']}:\n  {hindrance['command']}" for hindrance in reach["hindrances"]),
    ]


def install_line(server: str, token_out: dict[str, Any], pin: str) -> str:
    """As the Hosts page has it: fetches the installer, from the key that it was told of, and runs it.

    The status of a pipe is that of its last command: in place of what cannot be fetched, `sh` reads `exit 1`.
    """
    proof = ["-k", "--pinnedpubkey", pin] if pin else []
    fetch = shlex.join(["curl", "-fsS", *proof, f"{server}/agent/install.sh"])
    script = f"({fetch} || echo exit 1)"
    return f"{script} | DYNO_AGENT_TOKEN={token_out['token']} sh -s -- {_options(server, token_out)}"


def agent_line(server: str, token_out: dict[str, Any]) -> str:
    """The one line that starts the agent; the token is not among its arguments, where `ps` shows it."""
    return f"DYNO_AGENT_TOKEN={token_out['token']} dyno agent {_options(server, token_out)}"


def _options(server: str, token_out: dict[str, Any]) -> str:
    proof = ["--ca-sha256", token_out["ca_sha256"]] if token_out["ca_sha256"] else []
    name = ["--name", token_out["host_name"]] if token_out["host_name"] else []
    return shlex.join(["--server", server, *proof, "--roles", ",".join(token_out["roles"]), *name])


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS):
        raise usage(COMMAND, f"--expires {text}: write it as 15m, 1h or 7d")
    return int(number) * _UNITS[unit]
