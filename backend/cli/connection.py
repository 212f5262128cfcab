"""How commands reach the API, and how they end when it refuses."""

import json
import os
import re
import signal
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

import httpx
import typer

from backend.cli.access import find_access
from backend.cli.client import Api, ApiProblem

DEFAULT_SERVER = "http://127.0.0.1:8080"
_PRINTABLE = re.compile(r"[!-~]+")
FAILED, USAGE, NO_RESULT, GATE, INTERRUPTED = 1, 2, 3, 4, 130
"""Exit statuses: refused or no answer; wrong arguments; no result to judge; a gate holds; interrupted."""

ServerOption = Annotated[
    str, typer.Option("--server", envvar="DYNO_SERVER", help="address of the dashboard", metavar="URL")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON")]


@contextmanager
def connect(command: str, server: str, file: str | None = None) -> Iterator[Api]:
    """The API at `server` with its token, if known here; a refusal is one block of text and status 1.

    `file`: whose text is sent, for the lines that a refusal names.
    """
    if not _is_address(server):
        raise usage(command, f"“{server}” is no address of a dashboard, such as {DEFAULT_SERVER}")
    access = find_access(server)
    if access.token and not _PRINTABLE.fullmatch(access.token):
        raise usage(command, "DYNO_TOKEN has spaces or characters that no token has; was too much copied?")
    try:
        verify = trust(access.ca)
    except OSError as error:
        reason = "it holds no certificate" if isinstance(error, ssl.SSLError) else error.strerror
        raise failure(command, f"cannot read DYNO_TLS_CA, {known_ca(access.ca)}: {reason}") from None
    try:
        yield Api(server, access.token, site=access.site, verify=verify, file=file)
    except ApiProblem as problem:
        typer.echo(f"{command}: {problem}", err=True)
        raise typer.Exit(FAILED) from None


@contextmanager
def end_with_advice(advice: str) -> Iterator[None]:
    """Print the advice when the wait in the block ends early: by Ctrl-C, by TERM of a pipeline that was
    cancelled, or because the API does not answer."""

    def interrupt(_number: int, _frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(advice, err=True)
        raise typer.Exit(INTERRUPTED) from None
    except ApiProblem as problem:
        raise ApiProblem(f"{problem}\n{advice}", problem.status) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_address(server: str) -> bool:
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL:
        return False
    return url.scheme in ("http", "https") and bool(url.host)


def known_ca(noted_ca: str) -> str:
    """The file of DYNO_TLS_CA, else the one that a `dyno up` of this user has noted."""
    return os.environ.get("DYNO_TLS_CA") or noted_ca


def trust(noted_ca: str) -> ssl.SSLContext | bool:
    """The CA of a dashboard where one is known; else the usual ones."""
    ca = known_ca(noted_ca)
    return ssl.create_default_context(cafile=ca) if ca else True


def usage(command: str, message: str) -> typer.Exit:
    """Say what is wrong with the arguments; to be raised."""
    typer.echo(f"{command}: {message}", err=True)
    return typer.Exit(USAGE)


def failure(command: str, message: str) -> typer.Exit:
    """Say what went wrong, such as a file that cannot be read; to be raised."""
    typer.echo(f"{command}: {message}", err=True)
    return typer.Exit(FAILED)


def print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
