"""`dyno wheels`: fetch what other hosts install, so that they need nothing but the dashboard."""

from pathlib import Path
from typing import Annotated

import typer

from backend.cli.connection import FAILED, failure

COMMAND = "dyno wheels"


def wheels_command(
    to: Annotated[
        Path | None, typer.Option(envvar="DYNO_WHEELS", help="folder that the dashboard serves them from")
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option(help="only for hosts with this Python, such as 3.12; several may be given"),
    ] = None,
    machine: Annotated[list[str] | None, typer.Option(help="only for x86_64 or aarch64")] = None,
) -> None:
    """Fetch the packages of the agent that other hosts install from this dashboard."""
    from backend.hosts.installing.fetching import fetch
    from backend.hosts.installing.locked import TARGETS
    from backend.hosts.installing.wheelhouse import complete_targets
    from backend.settings import get_settings

    folder = to or get_settings().wheels
    targets = [
        t for t in TARGETS if t.python in (python or [t.python]) and t.machine in (machine or [t.machine])
    ]
    if not targets:
        raise failure(COMMAND, f"no package for that; there is {', '.join(t.tag for t in TARGETS)}")
    for problem in fetch(folder, targets):
        typer.echo(f"{COMMAND}: {problem}", err=True)
    complete = complete_targets(folder)
    typer.echo(f"In {folder}: {', '.join(f'{t.python} {t.machine}' for t in complete) or 'nothing complete'}")
    if not set(targets) & set(complete):
        raise typer.Exit(FAILED)
