"""Engine, session and the one-transaction rule: one request or task commits once, at the edge."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Annotated

from fastapi import Depends
from sqlalchemy import Engine, MetaData, create_engine
from sqlalchemy.orm import DeclarativeBase, Session

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


@lru_cache
def get_engine() -> Engine:
    return create_engine(get_settings().sqlalchemy_url, pool_pre_ping=True, pool_size=10, max_overflow=20)


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


def _session() -> Iterator[Session]:
    with transaction() as session:
        yield session


# scope="function": the commit happens before the answer goes out, so that what was answered is on disk.
SessionDep = Annotated[Session, Depends(_session, scope="function")]
