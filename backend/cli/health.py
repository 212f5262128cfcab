"""`dyno health beat|worker`: the check of a container, by what the part says in Redis itself."""

import sys
from typing import Annotated, NoReturn

import typer

from backend.health.troubles import Part

SILENT_AFTER_S = 30.0


def health_command(part: Annotated[Part, typer.Argument(help="which part of the control plane")]) -> None:
    """End with status 1 unless beat or the worker was heard within 30 seconds (for checks of containers)."""
    from redis import RedisError

    from backend.alive import silent_s

    try:
        silent = silent_s(part)
    except RedisError as error:
        _end(f"Redis does not answer: {error}")
    if silent is None:
        _end(f"the {part} has never been heard")
    if silent > SILENT_AFTER_S:
        _end(f"the {part} has not been heard for {silent:.0f} s")


def _end(text: str) -> NoReturn:
    print(f"dyno health: {text}", file=sys.stderr)
    raise typer.Exit(1)
