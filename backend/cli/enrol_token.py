"""`dyno enrol-token`: a token with which an agent becomes a host."""

import shlex
from typing import Annotated, Any

import typer

from agents.catalog.roles import ROLES
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
        reach = {} if as_json or quiet else api.get("/reach")
    if as_json:
        print_json(made)
    else:
        typer.echo(made["token"] if quiet else "\n".join(_lines(server, made, reach)))


def _lines(server: str, made: dict[str, Any], reach: dict[str, Any]) -> list[str]:
    return [
        "As root, on a machine that has nothing of it yet; run again it upgrades:",
        f"  {install_line(server, made, reach['key_pin'])}",
        "Where dynoboard or dynoboard-agent is installed already:",
        f"  {agent_line(server, made)}",
        f"It is good until {made['expires_at']}",
        *(f"{one['what']} {one['command']}".rstrip() for one in reach["hindrances"]),
    ]


def install_line(server: str, made: dict[str, Any], pin: str) -> str:
    """As the Hosts page has it: fetches the installer, from the key that it was told of, and runs it."""
    proof = ["-k", "--pinnedpubkey", pin] if pin else []
    fetch = shlex.join(["curl", "-fsS", *proof, f"{server}/agent/install.sh"])
    return f"{fetch} | DYNO_AGENT_TOKEN={made['token']} sh -s -- {_options(server, made)}"


def agent_line(server: str, made: dict[str, Any]) -> str:
    """The one line that starts the agent; the token is not among its arguments, where `ps` shows it."""
    return f"DYNO_AGENT_TOKEN={made['token']} dyno agent {_options(server, made)}"


def _options(server: str, made: dict[str, Any]) -> str:
    proof = ["--ca-sha256", made["ca_sha256"]] if made["ca_sha256"] else []
    name = ["--name", made["host_name"]] if made["host_name"] else []
    return shlex.join(["--server", server, *proof, "--roles", ",".join(made["roles"]), *name])


def _seconds(text: str) -> int:
    number, unit = text[:-1], text[-1:]
    if not (number.isascii() and number.isdigit() and unit in _UNITS):
        raise usage(COMMAND, f"--expires {text}: say it as 15m, 1h or 7d")
    return int(number) * _UNITS[unit]
