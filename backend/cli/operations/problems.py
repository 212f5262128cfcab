"""How these commands end when something is in the way."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from backend.cli.connection import FAILED


@contextmanager
def in_one_line(command: str) -> Iterator[None]:
    """Errors that a person can mend become one line on stderr and status 1."""
    from sqlalchemy.exc import SQLAlchemyError

    from backend.cli.embedded.problem import StackProblem
    from backend.errors import DynoError

    try:
        yield
    except DynoError as error:
        _end(command, error.detail)
    except StackProblem as error:
        _end(command, str(error))
    except SQLAlchemyError as error:
        _end(command, f"the database fails: {str(error).splitlines()[0]}")
    except OSError as error:
        _end(command, f"{error.filename or 'a file'}: {error.strerror or error}")


def _end(command: str, text: str) -> None:
    typer.echo(f"{command}: {text}", err=True)
    raise typer.Exit(FAILED) from None
