"""Two databases beside the one of the other tests: a server that is backed up, and one to restore into."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy
from sqlalchemy import text
from sqlalchemy.engine import make_url

from backend.cli.migrate import upgrade


@contextmanager
def a_database(server_url: str, name: str) -> Iterator[str]:
    server = sqlalchemy.create_engine(server_url, isolation_level="AUTOCOMMIT")
    with server.connect() as session:
        session.execute(text(f"create database {name}"))
    yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    with server.connect() as session:
        session.execute(text(f"drop database {name} with (force)"))
    server.dispose()


@pytest.fixture
def old(postgres_url: str) -> Iterator[str]:
    """The address of a server's database with this version's schema and no rows."""
    with a_database(postgres_url, f"old_{os.getpid()}") as url:
        upgrade(url)
        yield url


@pytest.fixture
def new(postgres_url: str) -> Iterator[str]:
    """The address of a database without a schema."""
    with a_database(postgres_url, f"new_{os.getpid()}") as url:
        yield url
