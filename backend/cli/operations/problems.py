"""How these commands end when something is in the way."""

from collections.abc import Iterator
from contextlib import contextmanager

from backend.cli.connection import failure


@contextmanager
def in_one_line(command: str) -> Iterator[None]:
    """Errors that a person can mend become one line on stderr and status 1."""
    from sqlalchemy.exc import SQLAlchemyError

    from backend.cli.embedded.problem import StackProblem
    from backend.errors import DynoError

    try:
        yield
    except DynoError as error:
        raise failure(command, error.detail) from None
    except StackProblem as error:
        raise failure(command, str(error)) from None
    except SQLAlchemyError as error:
        raise failure(command, f"the database fails: {str(error).splitlines()[0]}") from None
    except OSError as error:
        raise failure(command, f"{error.filename or 'a file'}: {error.strerror or error}") from None
