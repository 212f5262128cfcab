"""A FIFO that holds a generator before its first request until the agent lets all of them go at once."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

GATE = "start.gate"  # agents/catalog/tools/wrk/done.lua knows the name


class Gate:
    """The agent's end of it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / GATE
        self._handle: int | None = None

    def is_reached(self) -> bool:
        """Whether the generator waits: a FIFO can only be opened for writing once somebody reads it."""
        if self._handle is None:
            try:
                self._handle = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
        return self._handle is not None

    def open(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def wait_command(argv: Sequence[str]) -> list[str]:
    """The command of a tool that cannot wait by itself."""
    return ["sh", "-c", 'read -r _ <"$0"; exec "$@"', GATE, *argv]
