"""How commands reach the API, and how they end when it refuses."""

import json
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from backend.cli.access import find_access
from backend.cli.client import Api, ApiProblem

DEFAULT_SERVER = "http://127.0.0.1:8080"
FAILED, USAGE, NO_RESULT, GATE, INTERRUPTED = 1, 2, 3, 4, 130
"""Exit statuses: refused or no answer; wrong arguments; no result to judge; a --fail-if holds; Ctrl-C."""

ServerOption = Annotated[
    str, typer.Option("--server", envvar="DYNO_SERVER", help="address of the dashboard", metavar="URL")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON")]


@contextmanager
def connect(command: str, server: str, file: str | None = None) -> Iterator[Api]:
    """The API at `server` with its token, if known here; a refusal is one block of text and status 1.

    `file`: whose text is sent, for the lines that a refusal names.
    """
    access = find_access(server)
    try:
        yield Api(server, access.token, site=access.site, verify=trust(access.ca), file=file)
    except ApiProblem as problem:
        typer.echo(f"{command}: {problem}", err=True)
        raise typer.Exit(FAILED) from None


def trust(known_ca: str) -> ssl.SSLContext | bool:
    """The CA of DYNO_TLS_CA, else the one that a `dyno up` of this user has noted; else the usual ones."""
    ca = os.environ.get("DYNO_TLS_CA") or known_ca
    return ssl.create_default_context(cafile=ca) if ca else True


def usage(command: str, message: str) -> typer.Exit:
    """Say what is wrong with the arguments; to be raised."""
    typer.echo(f"{command}: {message}", err=True)
    return typer.Exit(USAGE)


def print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
