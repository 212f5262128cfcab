"""The transaction of a request ends with it, however it ends."""

import asyncio
from contextlib import suppress

import anyio
import pytest
from sqlalchemy import text

from backend.database import _session, autocommit, get_engine, transaction


@pytest.mark.usefixtures("session")
def test_a_request_that_is_called_off_gives_its_connection_back() -> None:
    async def called_off() -> bool:
        steps = _session()
        session = await anext(steps)
        session.execute(text("SELECT 1"))
        with anyio.CancelScope() as scope, suppress(asyncio.CancelledError):
            scope.cancel()
            await steps.athrow(asyncio.CancelledError())
        return session.in_transaction()

    before = get_engine().pool.checkedout()  # pyright: ignore[reportAttributeAccessIssue]
    assert anyio.run(called_off) is False
    assert get_engine().pool.checkedout() == before  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.usefixtures("session")
def test_a_connection_that_the_server_has_ended_is_replaced() -> None:
    with autocommit() as administrator:
        with transaction() as session:
            ended_pid = session.scalar(text("SELECT pg_backend_pid()"))
        administrator.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": ended_pid})
    with transaction() as first, transaction() as second:
        pids = {session.scalar(text("SELECT pg_backend_pid()")) for session in (first, second)}
    assert len(pids) == 2
    assert ended_pid not in pids
