"""Crash loops: parts of a `dyno up` that end again and again, as its supervision notes them in a file.

In its data directory, which the API and `dyno doctor` read: also a database or a Redis may be such a part.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from backend.health.troubles import Trouble

CRASH_LOOP = "crash_loop"
"""The code of these troubles: `dyno up` says them by itself, also while the API is away."""


class CrashLoop(BaseModel):
    """A part that ended `count` times in a row for one reason; `log` is its file."""

    part: str
    count: int
    last_line: str
    log: str


_LIST = TypeAdapter(list[CrashLoop])


def write(data: Path, loops: Sequence[CrashLoop]) -> None:
    """Note the crash loops of the stack in this directory; what a full disk has no room for is not noted."""
    path = _file(data)
    new_path = path.with_suffix(".new")
    with suppress(OSError):
        if not loops:
            path.unlink(missing_ok=True)
            return
        new_path.write_bytes(_LIST.dump_json(list(loops)))
        os.replace(new_path, path)


def read(data: Path) -> list[CrashLoop]:
    """The crash loops that are noted there; none where no `dyno up` notes any."""
    try:
        return _LIST.validate_json(_file(data).read_bytes())
    except (OSError, ValidationError):
        return []


def trouble_of(loop: CrashLoop) -> Trouble:
    """A crash loop in words."""
    return Trouble(
        code=CRASH_LOOP,
        text=f"{loop.part} ended {loop.count} times in a row. Its log ends with “{loop.last_line}”.",
        help=f"It is started again and again until the reason is gone. Its log says more: {loop.log}.",
    )


def _file(data: Path) -> Path:
    return data / "run" / "crash-loops.json"
