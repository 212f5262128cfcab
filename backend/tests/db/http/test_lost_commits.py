"""Errors of a database that leave open whether a transaction is on disk."""

from collections.abc import Callable

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from backend.database import get_engine, may_be_committed, transaction

MY_PID = text("SELECT pg_backend_pid()")


def end(pid: int | None) -> None:
    with get_engine().connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})


def lost_in_commit() -> None:
    with transaction() as session:
        end(session.scalar(MY_PID))


def lost_before_a_statement() -> None:
    with transaction() as session:
        end(session.scalar(MY_PID))
        session.execute(MY_PID)


def refused() -> None:
    with Session(create_engine("postgresql+psycopg://x@127.0.0.1:1/x")) as session:
        session.execute(MY_PID)


def error_of(attempt: Callable[[], None]) -> OperationalError:
    with pytest.raises(OperationalError) as raised:
        attempt()
    return raised.value


@pytest.mark.usefixtures("session")
def test_only_a_connection_lost_in_a_commit_leaves_it_open() -> None:
    errors = [error_of(attempt) for attempt in (lost_in_commit, lost_before_a_statement, refused)]
    assert [may_be_committed(error) for error in errors] == [True, False, False]
