"""`dyno serve PART`: one part of a server in the foreground, for a supervisor such as systemd or Docker."""

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Served(StrEnum):
    API = "api"
    WORKER = "worker"
    BEAT = "beat"


def serve_command(
    part: Annotated[Served, typer.Argument(help="which part")],
    socket: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="api: listen on this unix socket, not on DYNO_BIND and DYNO_PORT",
        ),
    ] = None,
) -> None:
    """Be one part of a server, in the foreground and until TERM; for systemd and containers."""
    from backend.cli.embedded import programs
    from backend.settings import get_settings

    settings = get_settings()
    match part:
        case Served.API:
            place = programs.on_socket(socket) if socket else programs.on_port(settings.bind, settings.port)
            argv = programs.api(place)
        case Served.WORKER:
            argv = programs.worker()
        case Served.BEAT:
            argv = programs.beat()
    os.execv(sys.executable, argv)
