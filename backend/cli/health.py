"""`dyno health api|beat|worker`: the check of a container, by what the part says itself.

It starts every minute beside what is measured, so it imports no more than it needs.
"""

import json
import socket
import ssl
import sys
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Annotated, Literal, NoReturn
from urllib.parse import urlsplit

import typer

from backend.liveness_keys import Part, key_of

SILENT_AFTER_S = 30.0
ANSWERS_WITHIN_S = 8.0
FAILED, USAGE = 1, 2


def health_command(
    part: Annotated[Literal["api", "beat", "worker"], typer.Argument(help="which part of the control plane")],
    at: Annotated[
        Path | None, typer.Option("--socket", metavar="FILE", help="api: the unix socket that it listens on")
    ] = None,
    server: Annotated[
        str | None, typer.Option("--server", metavar="URL", help="api: the address of the dashboard")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="beat, worker: the directory of a `dyno up`")
    ] = None,
) -> None:
    """End with status 1 unless beat or the worker of this machine was heard within 30 seconds, or the API is
    ready (for checks of containers).
    """
    if (data if part == "api" else server or at) is not None:
        _end("--server and --socket are for the api, --data is for beat and worker", USAGE)
    if part == "api":
        _ask_the_api(at, server)
    else:
        _look_for(part, data)


def _look_for(part: Part, data: Path | None) -> None:
    import redis

    from backend.settings import get_settings

    settings = get_settings()
    url = settings.redis_url if data is None else _broker_of(data)
    if not url:
        _end("name the directory of a `dyno up` with --data, or set DYNO_REDIS_URL", USAGE)
    try:
        with redis.Redis.from_url(url, socket_timeout=5, **settings.redis_tls) as client:
            value = client.get(key_of(part, socket.gethostname()))
    except (redis.RedisError, ValueError) as error:
        _end(f"Redis does not answer: {error}")
    if not value:
        _end(f"the {part} has never reported")
    silent_s = time.time() - float(value)  # pyright: ignore[reportArgumentType]
    if silent_s > SILENT_AFTER_S:
        _end(f"the {part} has not reported for {silent_s:.0f} s")


def _broker_of(data: Path) -> str:
    """The address of Redis of the `dyno up` with this data directory."""
    from backend.cli.embedded.layout import Layout
    from backend.cli.embedded.servers import servers_of
    from backend.settings import get_settings

    root = data.expanduser().absolute()
    if not (root / "secrets" / "broker-password").exists():
        _end(f"there is no `dyno up` in {root}")
    return servers_of(Layout(root), get_settings(), None).redis_url


class _OverSocket(HTTPConnection):
    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=ANSWERS_WITHIN_S)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(ANSWERS_WITHIN_S)
        self.sock.connect(str(self._path))


def _connection(at: Path | None, server: str | None) -> tuple[HTTPConnection, dict[str, str]]:
    """A connection to the API, with the token where it is known: for it the API says why it is not ready."""
    if at:
        return _OverSocket(at), {}
    if server is None:
        from backend.settings import get_settings

        settings = get_settings()
        return HTTPConnection(settings.bind, settings.port, timeout=ANSWERS_WITHIN_S), {}
    from backend.cli.access import find_access
    from backend.cli.connection import trust

    access, parts = find_access(server), urlsplit(server)
    headers = {"Authorization": f"Bearer {access.token}"} if access.token else {}
    if parts.scheme != "https":
        return HTTPConnection(parts.netloc, timeout=ANSWERS_WITHIN_S), headers
    context = trust(access.ca)
    tls = context if isinstance(context, ssl.SSLContext) else None
    return HTTPSConnection(parts.netloc, timeout=ANSWERS_WITHIN_S, context=tls), headers


def _ask_the_api(at: Path | None, server: str | None) -> None:
    if server and not urlsplit(server).netloc:
        _end(f"“{server}” is no address, such as http://127.0.0.1:8080", USAGE)
    connection, headers = _connection(at, server)
    try:
        connection.request("GET", "/readyz", headers=headers)
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, HTTPException) as error:
        _end(f"the api does not answer: {error}")
    finally:
        connection.close()
    if answer.status != 200:
        _end(f"the api is not ready (status {answer.status}): {_detail_of(body)}")


def _detail_of(body: bytes) -> str:
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return "its log says why"


def _end(text: str, status: int = FAILED) -> NoReturn:
    print(f"dyno health: {text}", file=sys.stderr)
    raise typer.Exit(status)
