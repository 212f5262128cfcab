"""Files that commands write with -o: never over another one unasked."""

from pathlib import Path
from typing import Annotated

import typer

from backend.cli.connection import failure

ForceOption = Annotated[bool, typer.Option("--force", help="overwrite an existing file")]


def refuse_to_overwrite(command: str, file: Path | None, force: bool) -> None:
    """End with status 1 if the file is there; a device or a pipe is no file that could be lost."""
    if file is not None and file.is_file() and not force:
        raise failure(command, f"{file} already exists; --force overwrites it")


def write_text(command: str, file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise failure(command, f"cannot write {file}: {error.strerror}") from None
