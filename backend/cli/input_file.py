"""Files that commands read, where - is standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import BinaryIO

from backend.cli.connection import failure
from backend.cli.findings import STDIN_WORD, name_of_text


@contextmanager
def open_input(command: str, file: str) -> Iterator[BinaryIO]:
    """Open it for reading; one that cannot be read ends the command with status 1."""
    try:
        with nullcontext(sys.stdin.buffer) if file == STDIN_WORD else open(file, "rb") as stream:
            yield stream
    except OSError as error:
        raise failure(command, f"cannot read {name_of_text(file)}: {error.strerror or error}") from None


def read_input(command: str, file: str, most: int) -> bytes:
    """Its bytes, at most one more than is allowed, so that an endless file is refused, not read."""
    with open_input(command, file) as stream:
        return stream.read(most + 1)
