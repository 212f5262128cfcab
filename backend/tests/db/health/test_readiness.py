"""`/readyz` is false when it should be, by real servers that are away, behind or full."""

import pytest
import redis
from alembic import command
from fastapi.testclient import TestClient
from redis.backoff import NoBackoff
from redis.retry import Retry
from sqlalchemy import event

from backend import database, disk_space
from backend.broker import access
from backend.health import watch
from backend.health.troubles import Look
from backend.schema_version import alembic_config
from backend.settings import get_settings
from backend.tests.db.moments import all_well
from backend.tests.db.operations.conftest import a_database


@pytest.fixture
def of_database(client: TestClient, postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    """The API with a database of its own, and where that is."""
    with a_database(postgres_url, "readiness") as url:
        command.upgrade(alembic_config(url), "head")
        monkeypatch.setenv("DYNO_DATABASE_URL", url)
        for cached in (get_settings, database.get_engine):
            cached.cache_clear()
        all_well(client)
        yield url
        database.get_engine().dispose()
        monkeypatch.undo()
        for cached in (get_settings, database.get_engine, disk_space._watch):
            cached.cache_clear()


def detail(client: TestClient) -> str:
    answer = client.get("/readyz")
    assert answer.status_code in (503, 507)
    return answer.json()["detail"]


def test_it_is_ready_and_cheap(client: TestClient, of_database: str) -> None:
    assert client.get("/readyz").json() == {"status": "ready"}
    said: list[str] = []
    event.listen(
        database.get_engine(), "before_cursor_execute", lambda _c, _k, statement, *_: said.append(statement)
    )
    assert client.get("/readyz").status_code == 200
    assert len(said) == 1, said


def test_a_schema_that_is_behind_or_ahead(client: TestClient, of_database: str) -> None:
    command.downgrade(alembic_config(of_database), "0028")
    assert "run `dyno migrate`, and start them" in detail(client)
    command.upgrade(alembic_config(of_database), "head")
    assert client.get("/readyz").status_code == 200


def test_a_database_that_is_away(
    client: TestClient, of_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.get_engine().dispose()
    monkeypatch.setenv("DYNO_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    for cached in (get_settings, database.get_engine):
        cached.cache_clear()
    assert "The database fails" in detail(client)


def test_a_broker_that_is_away(client: TestClient, of_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the API hears every two seconds, and at once by its own question."""
    nobody = redis.Redis(port=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr("backend.health.routes.events.get_redis", lambda: nobody)
    access._looked_at.clear()
    assert "Redis does not answer" in detail(client)
    client.app.state.look = Look().with_refusal(watch.refusal_of(redis.ConnectionError()), "refused")  # pyright: ignore
    assert "Redis takes no jobs, because it does not answer" in detail(client)


def test_a_disk_that_is_full(client: TestClient, of_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNO_SPACE_OUT_MB", str(2**40))
    for cached in (get_settings, disk_space._watch):
        cached.cache_clear()
    assert "are left in" in detail(client)
    client.app.state.look = Look().with_refusal("unsaved", "MISCONF")  # pyright: ignore
    assert [trouble["code"] for trouble in client.get("/api/v1/health").json()["troubles"]] == ["space"]
    client.app.state.look = Look().with_refusal("replica", "read only")  # pyright: ignore
    codes = [trouble["code"] for trouble in client.get("/api/v1/health").json()["troubles"]]
    assert codes == ["space", "redis_replica"]
