"""The transaction of a request ends with it, however it ends."""

import asyncio
from contextlib import suppress

import anyio
import pytest
from sqlalchemy import text

from backend.database import _session, get_engine


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
