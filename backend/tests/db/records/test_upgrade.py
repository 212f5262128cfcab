"""A database of the last release, with what a team had in it, under this version: everything is readable.

`backend/tests/fixtures/releases` has the dump of one: the quick recipe over three containers, with notes, a
star, a saved comparison, a share link and people. Its number is that of its schema.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient
from sqlalchemy.engine import make_url

from backend import database
from backend.cli.migrate import upgrade
from backend.schema_version import alembic_config
from backend.tests.access import BEARER
from backend.tests.db.conftest import CACHES

RELEASES = Path(__file__).parents[2] / "fixtures" / "releases"


def forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture
def upgraded(empty_database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The API on a database of the last release that was migrated."""
    from backend.main import create_app

    dump = gzip.decompress(sorted(RELEASES.glob("*.sql.gz"))[-1].read_bytes())
    plain = make_url(empty_database).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as session:
        session.execute(dump)
    upgrade(empty_database)
    command.check(alembic_config(empty_database))
    with psycopg.connect(plain) as session:  # one that has expired is not listed
        session.execute("UPDATE invitations SET expires_at = now() + interval '1 day'")
    monkeypatch.setenv("DYNO_DATABASE_URL", empty_database)
    monkeypatch.setenv("DYNO_REDIS_URL", redis_url)
    monkeypatch.setenv("DYNO_TOKEN", BEARER["Authorization"].removeprefix("Bearer "))
    forget()
    made = TestClient(create_app(), base_url="http://127.0.0.1", headers=BEARER)
    with start_blocking_portal() as made.portal:
        yield made
    database.get_engine().dispose()
    forget()


def test_a_database_of_the_last_release_is_readable_as_a_whole(upgraded: TestClient) -> None:
    def get(path: str) -> Any:
        answer = upgraded.get(f"/api/v1{path}")
        assert answer.status_code == 200, f"{path}: {answer.text[:300]}"
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    (listed,) = get("/experiments")
    path = f"/experiments/{listed['id']}"
    experiment = get(path)
    kept = [experiment[name] for name in ("notes", "tags", "starred")]
    assert kept == ["A note of @somebody", ["kept"], True]
    runs = [run["id"] for run in experiment["run_list"]]
    assert len(get(f"{path}/deltas?metric=requests_per_s")) == len(runs) - 1  # all but the baseline
    for what in ("trials", "definition.yaml", "report", "export.csv", "export.json", "card.png"):
        get(f"{path}/{what}")
    for run in runs:
        get(f"/runs/{run}")
        get(f"/runs/{run}/latency")
    get(f"/compare?a={runs[0]}&b={runs[1]}")
    names = [host["name"] for host in get("/hosts")]
    assert sorted(names) == [f"{role}-of-the-last-release" for role in ("backend", "load", "proxy")]
    for lists in ("testbeds", "comparisons", "share-links", "recipes", "accounts", "invitations", "audit"):
        assert get(f"/{lists}"), lists
