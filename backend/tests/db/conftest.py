"""The API on a real PostgreSQL and Redis; every test starts with empty tables."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
import redis
import uvicorn
from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend import database, events, task_queue
from backend.broker import access
from backend.hosts.enrolment import wrong_tokens
from backend.identity.guard import account_limiter, address_limiter
from backend.records.tables import Base
from backend.settings import get_settings
from backend.sharing import opening
from backend.tests.access import BEARER, TOKEN
from backend.tests.db.agents import Farm
from backend.tests.db.commands import until
from backend.tests.db.stored_rows import StoredRows

CACHES = (get_settings, database.get_engine, events.get_redis, task_queue.get_celery)


def _forget_settings() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture(scope="session")
def schema(postgres_url: str, redis_url: str) -> Iterator[None]:
    """Our settings point at the test's servers, and the tables exist."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DYNO_DATABASE_URL", postgres_url)
        patch.setenv("DYNO_REDIS_URL", redis_url)
        patch.setenv("DYNO_TOKEN", TOKEN)
        _forget_settings()
        Base.metadata.create_all(database.get_engine())
        yield
        database.get_engine().dispose()
        _forget_settings()


@cache
def _deletes() -> str:
    """SQL that empties all tables in one message; of a few rows DELETE is far faster than TRUNCATE."""
    return "; ".join(str(table.delete()) for table in reversed(Base.metadata.sorted_tables))


@pytest.fixture
def session(schema: None) -> Iterator[Session]:
    """A session to build rows with; commit before the API is to see them."""
    with database.get_engine().begin() as connection:
        connection.exec_driver_sql(_deletes())
    with Session(database.get_engine(), expire_on_commit=False) as found:
        yield found


@pytest.fixture(scope="session")
def apps(schema: None) -> tuple[FastAPI, FastAPI]:
    """One that is called, one that is served: the first request makes all routes, longer than most tests."""
    from backend.main import create_app

    return create_app(), create_app()


@contextmanager
def _client(app: FastAPI) -> Iterator[TestClient]:
    """All requests on one event loop, as the server has them: what waits on one is not woken from another."""
    from backend.main import begin

    begin(app)
    made = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 50000), headers=BEARER)
    with start_blocking_portal() as made.portal:
        yield made


@pytest.fixture
def client(session: Session, apps: tuple[FastAPI, FastAPI]) -> Iterator[TestClient]:
    with _client(apps[0]) as made:
        yield made


@pytest.fixture(autouse=True)
def forget_other_tests() -> None:
    """What one test did wrong, found right or set in its environment does not count for the next."""
    get_settings.cache_clear()
    address_limiter.clear()
    account_limiter.clear()
    wrong_tokens.rate_limiter.clear()
    access._looked_at.clear()
    opening.rate_limiter.clear()


@pytest.fixture(scope="session")
def first_farm(apps: tuple[FastAPI, FastAPI]) -> tuple[Farm, StoredRows]:
    """Three hosts that enrolled through the API, and all rows that this made."""
    with database.get_engine().begin() as connection:
        connection.exec_driver_sql(_deletes())
    with _client(apps[0]) as client:
        farm = Farm(client)
    with database.get_engine().connect() as connection:
        return farm, StoredRows.take(connection)


@pytest.fixture
def farm(client: TestClient, redis_admin: redis.Redis, first_farm: tuple[Farm, StoredRows]) -> Farm:
    """The same hosts for every test: to enrol three takes longer than most tests."""
    redis_admin.flushdb()
    farm, rows = first_farm
    with database.get_engine().begin() as connection:
        rows.put_back(connection)
    return farm.copy(client)


@pytest.fixture
def server(session: Session, apps: tuple[FastAPI, FastAPI], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a running API on a free port; DYNO_SERVER points at it, DYNO_TOKEN opens it."""
    from backend.main import begin

    begin(app := apps[1])
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)
    port = running.servers[0].sockets[0].getsockname()[1]
    monkeypatch.setenv("DYNO_SERVER", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("COLUMNS", "160")
    yield f"http://127.0.0.1:{port}"
    running.should_exit = True
    thread.join(timeout=60)
