"""Servers for tests: a PostgreSQL and a Redis of their own for every test process, gone when it ends."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
import sqlalchemy
from sqlalchemy.engine import make_url

from backend.cli.embedded.postgres import STOP_SIGNAL as STOP_POSTGRES
from backend.cli.embedded.postgres import THROWAWAY, TUNING, Postgres
from backend.cli.embedded.process import serving
from backend.cli.embedded.redis import STOP_SIGNAL as STOP_REDIS
from backend.cli.embedded.redis import Redis

HERE = Path(__file__).parent
gc.set_threshold(100_000, 20, 100)  # imports make many objects, and few of them are circles


@pytest.fixture(scope="session")
def server_directory() -> Iterator[Path]:
    """A short path (unix sockets) that the account of PostgreSQL can pass."""
    directory = Path(tempfile.mkdtemp(prefix="dyno-test-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_url(server_directory: Path) -> Iterator[str]:
    """SQLAlchemy address of an empty database on a real PostgreSQL, one for each pytest process."""
    server = Postgres(server_directory / "postgres", server_directory / "sockets", {**TUNING, **THROWAWAY})
    server.initialise()
    database = f"dyno_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    with serving(server.argv(), server.ready, STOP_POSTGRES, server_directory / "postgres.log"):
        server.ensure_database(database)
        yield server.url(database)


@pytest.fixture(scope="session")
def redis_server(server_directory: Path) -> Iterator[Redis]:
    """An empty Redis as the product runs it, one for each pytest process; tests have a user of their own."""
    server = Redis(server_directory / "redis", server_directory / "redis-socket" / "redis.sock", "control's")
    server.initialise()
    with server.users.open("a") as users:
        users.write("user tests on >tests ~* &* +@all\n")
    with serving(server.argv(), server.ready, STOP_REDIS, server_directory / "redis.log"):
        yield server


@pytest.fixture(scope="session")
def redis_url(redis_server: Redis) -> str:
    """Its address with the control plane's user."""
    return redis_server.url()


@pytest.fixture(scope="session")
def redis_admin(redis_server: Redis) -> redis.Redis:
    """A client that may do everything."""
    return redis.Redis(unix_socket_path=str(redis_server.socket), username="tests", password="tests")


@pytest.fixture
def empty_database(postgres_url: str) -> Iterator[str]:
    """An empty database beside the one that the other tests use."""
    server = sqlalchemy.create_engine(postgres_url, isolation_level="AUTOCOMMIT")
    with server.connect() as session:
        session.execute(sqlalchemy.text("create database migrated"))
    yield make_url(postgres_url).set(database="migrated").render_as_string(hide_password=False)
    with server.connect() as session:
        session.execute(sqlalchemy.text("drop database migrated with (force)"))
    server.dispose()


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are named by their place: packed ones hold the time, and every process must name tests alike."""
    return argname if isinstance(val, bytes) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make unit` does not read the folders of tests with a database."""
    for item in items:
        is_there = any(item.path.is_relative_to(HERE / folder) for folder in ("db", "cli"))
        if "postgres_url" in getattr(item, "fixturenames", ()) and not is_there:
            raise pytest.UsageError(f"{item.nodeid} uses a database: move it below backend/tests/db")


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: no search for circles goes over them."""
    gc.collect()
    gc.freeze()
