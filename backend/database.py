"""Engine, session and the one-transaction rule: one request or task commits once, at the edge."""

import json
import logging
import select
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Annotated, Any

import psycopg
from anyio import CancelScope, CapacityLimiter, to_thread
from fastapi import Depends
from psycopg.errors import LockNotAvailable, QueryCanceled
from pydantic_core import from_json
from sqlalchemy import Engine, MetaData, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, Session

from backend.errors import is_without_threads
from backend.settings import get_settings

log = logging.getLogger(__name__)
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)


LOCK_WITHIN_S = 3
"""For a row that somebody else changes nobody waits longer, and keeps a thread meanwhile."""
STATEMENT_WITHIN_S = 30
IDLE_WITHIN_S = 120
"""A transaction that does nothing for so long has lost its owner, and lets go of its rows."""
CONNECTIONS = 30
"""Of a process, at most. Those that were needed once are kept: to make one costs more than most requests."""


@lru_cache
def get_engine() -> Engine:
    limits = {
        "lock_timeout": LOCK_WITHIN_S,
        "statement_timeout": STATEMENT_WITHIN_S,
        "idle_in_transaction_session_timeout": IDLE_WITHIN_S,
    }
    url = make_url(get_settings().sqlalchemy_url)
    own_options = (f"-c {name}={seconds}s" for name, seconds in limits.items())
    options = " ".join(
        [*own_options, str(url.query.get("options", ""))]
    )  # an operator's own come last, and win
    engine = create_engine(
        url,
        pool_size=CONNECTIONS,
        pool_use_lifo=True,  # the server's process of the last one still has in its caches what it needs
        max_overflow=0,
        connect_args={"options": options},
        json_deserializer=read_json,
    )
    event.listen(engine, "checkout", _require_open)
    return engine


def read_json(text: bytes) -> Any:
    """Read the value of a JSON column: a page has hundreds, and the standard library takes twice as long.

    It alone reads halves of characters (`\\ud800`), which a tool may have printed, and very deep values.
    """
    try:
        return from_json(text)
    except ValueError:
        return json.loads(text)


def _require_open(connection: psycopg.Connection, *_: object) -> None:
    """Replace connections that the server has closed: there is something to read from one that should be
    silent. Asking the server instead is a message to it and an answer, for every transaction."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    if poll.poll(0):
        raise InvalidatePoolError


def is_held_up(error: BaseException) -> bool:
    """Whether a row was held by somebody else, or an answer took, for longer than we wait."""
    has_waited = isinstance(error, DBAPIError) and isinstance(error.orig, LockNotAvailable | QueryCanceled)
    return has_waited or isinstance(error, PoolTimeout)


def may_be_committed(error: BaseException) -> bool:
    """Whether the connection was lost during a commit: without a statement, after it had been open."""
    return isinstance(error, DBAPIError) and error.statement is None and error.connection_invalidated


def after_commit(session: Session, action: Callable[[], None]) -> None:
    """Run an action (send a task, publish an event) once the transaction is on disk; dropped on rollback."""
    session.info.setdefault("after_commit", []).append(action)


@contextmanager
def transaction() -> Iterator[Session]:
    """One transaction; what was queued with after_commit runs when it has been committed."""
    with Session(get_engine(), expire_on_commit=False) as session:
        with session.begin():
            yield session
        for action in session.info.pop("after_commit", []):
            try:
                action()
            except Exception:  # what is on disk stays true, and the other actions are still owed
                log.exception("not done after a commit; the sweep looks again")


@contextmanager
def autocommit() -> Iterator[Session]:
    """A session whose statements are transactions of their own: for one alone, to which `transaction` adds a
    beginning and an end. Nothing that is queued with after_commit runs."""
    with Session(get_engine()) as session:
        session.connection(execution_options={"isolation_level": "AUTOCOMMIT"})
        yield session


async def _session() -> AsyncGenerator[Session]:
    """The transaction of a request. Only its end leaves the event loop: beginning one sends nothing yet, and
    each way to a thread and back costs as much as a small query."""
    begun_transaction = transaction()
    session = begun_transaction.__enter__()
    try:
        yield session
    except BaseException as error:
        await _in_a_thread(partial(begun_transaction.__exit__, type(error), error, error.__traceback__))
        raise
    await _in_a_thread(partial(begun_transaction.__exit__, None, None, None))


async def _in_a_thread(end: Callable[[], object]) -> None:
    """Even while all threads of requests are taken, for some may wait for the connection that this frees; and
    even of a request that was called off. Without threads the event loop waits for it: a connection that is
    not given back is lost."""
    with CancelScope(shield=True):
        try:
            await to_thread.run_sync(end, limiter=CapacityLimiter(1))
        except RuntimeError as error:
            if not is_without_threads(error):
                raise
            end()


# scope="function": the commit happens before the answer goes out, so that what was answered is on disk.
SessionDep = Annotated[Session, Depends(_session, scope="function")]
