"""`dyno health api|beat|worker`: the check of a container, by what the part says itself.

It starts every minute beside what is measured, so it imports no more than it needs.
"""

import socket
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from backend.liveness_keys import Part, key_of

SILENT_AFTER_S = 30.0
ANSWERS_WITHIN_S = 8.0


def health_command(
    part: Annotated[Literal["api", "beat", "worker"], typer.Argument(help="which part of the control plane")],
    at: Annotated[
        Path | None, typer.Option("--socket", metavar="FILE", help="api: the unix socket that it listens on")
    ] = None,
) -> None:
    """End with status 1 unless beat or the worker of this machine was heard within 30 seconds, or the API is
    ready (for checks of containers).
    """
    if part == "api":
        _ask_the_api(at)
    else:
        _look_for(part)


def _look_for(part: Part) -> None:
    import redis

    from backend.settings import get_settings

    settings = get_settings()
    try:
        with redis.Redis.from_url(settings.redis_url, socket_timeout=5, **settings.redis_tls) as client:
            value = client.get(key_of(part, socket.gethostname()))
    except (redis.RedisError, ValueError) as error:
        _end(f"Redis does not answer: {error}")
    if not value:
        _end(f"the {part} has never been heard")
    silent_s = time.time() - float(value)  # pyright: ignore[reportArgumentType]
    if silent_s > SILENT_AFTER_S:
        _end(f"the {part} has not been heard for {silent_s:.0f} s")


class _OverSocket(HTTPConnection):
    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=ANSWERS_WITHIN_S)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(ANSWERS_WITHIN_S)
        self.sock.connect(str(self._path))


def _ask_the_api(at: Path | None) -> None:
    from backend.settings import get_settings

    settings = get_settings()
    connection = (
        _OverSocket(at) if at else HTTPConnection(settings.bind, settings.port, timeout=ANSWERS_WITHIN_S)
    )
    try:
        connection.request("GET", "/readyz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        _end(f"the api does not answer: {error}")
    finally:
        connection.close()
    if status != 200:
        _end(f"the api is not ready (status {status}); its log says why")


def _end(text: str) -> NoReturn:
    print(f"dyno health: {text}", file=sys.stderr)
    raise typer.Exit(1)
