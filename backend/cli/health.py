"""`dyno health beat|worker`: the check of a container, by what the part says in Redis itself.

It starts every minute beside what is measured, so it imports no more than it needs.
"""

import sys
import time
from typing import Annotated, NoReturn

import typer

from backend.heard import Part, key_of

SILENT_AFTER_S = 30.0


def health_command(part: Annotated[Part, typer.Argument(help="which part of the control plane")]) -> None:
    """End with status 1 unless beat or the worker was heard within 30 seconds (for checks of containers)."""
    import redis

    from backend.settings import get_settings

    settings = get_settings()
    try:
        with redis.Redis.from_url(settings.redis_url, socket_timeout=5, **settings.redis_tls) as client:
            value = client.get(key_of(part))
    except (redis.RedisError, ValueError) as error:
        _end(f"Redis does not answer: {error}")
    if not value:
        _end(f"the {part} has never been heard")
    silent_s = time.time() - float(value)  # pyright: ignore[reportArgumentType]
    if silent_s > SILENT_AFTER_S:
        _end(f"the {part} has not been heard for {silent_s:.0f} s")


def _end(text: str) -> NoReturn:
    print(f"dyno health: {text}", file=sys.stderr)
    raise typer.Exit(1)
