"""Who may call what: the shared token, its cookie, agents' own tokens, and pages of other sites."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.http.error_handlers import Problem
from backend.schema_version import known_revisions
from backend.settings import get_settings
from backend.tests.access import TOKEN
from backend.tests.db.agents import Farm
from backend.tests.db.moments import all_well

SITE = "http://dyno.example"


@pytest.fixture
def locked(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A dashboard that is asked without a token, by a name of its own."""
    monkeypatch.setenv("DYNO_ALLOWED_HOSTS", '["dyno.example"]')
    get_settings.cache_clear()
    stranger = TestClient(client.app, base_url=SITE, client=("127.0.0.1", 50000))
    stranger.portal = client.portal
    return stranger


def test_everything_but_health_needs_the_token(locked: TestClient) -> None:
    for path in ("/api/v1/hosts", "/api/v1/experiments", "/api/v1/openapi.json", "/api/v1/nothing"):
        answer = locked.get(path)
        assert answer.status_code == 401
        assert Problem.model_validate(answer.json()).code == "unauthorized"
    assert locked.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer {TOKEN}", 200),
        ("Bearer wrong", 401),
        (f"Bearer {TOKEN}x", 401),
        (TOKEN, 401),
        (f"Basic {TOKEN}", 401),
        ("Bearer ", 401),
        (b"Bearer \xe4\xf6", 401),
    ],
)
def test_bearer(locked: TestClient, header: str | bytes, status: int) -> None:
    assert locked.get("/api/v1/hosts", headers=[("Authorization", header)]).status_code == status  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://dyno.example", 422),
        ("http://evil.example", 403),
        ("https://dyno.example", 403),
        ("null", 403),
        ("http://dyno.example.evil.example", 403),
        ("http://[", 403),
    ],
)
def test_pages_of_other_sites_change_nothing(locked: TestClient, origin: str, status: int) -> None:
    """422: let through, and then refused for what it asks."""
    locked.post("/api/v1/session", json={"token": TOKEN})
    headers = {"Origin": origin}
    assert locked.post("/api/v1/experiments", json={}, headers=headers).status_code == status
    assert locked.get("/api/v1/hosts", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8080", 200),
        ("localhost", 200),
        ("[::1]:8080", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("[", 403),
    ],
)
def test_a_loopback_dashboard_answers_to_its_own_names(client: TestClient, host: str, status: int) -> None:
    """A page that points its own name at 127.0.0.1 must not read it."""
    assert client.get("/api/v1/hosts", headers={"Host": host}).status_code == status


def test_agents_bring_tokens_of_their_own(locked: TestClient) -> None:
    farm = Farm(locked)
    assert farm.post("heartbeat", {"instance": "i"}, farm.tokens["load"]).status_code == 200
    for token in (TOKEN, "wrong", ""):
        assert farm.post("heartbeat", {"instance": "i"}, token).status_code == 401
    assert (
        locked.get("/api/v1/hosts", headers={"Authorization": f"Bearer {farm.tokens['load']}"}).status_code
        == 401
    )


# ---- readiness -----------------------------------------------------------------------------------


@pytest.fixture
def schema_at(session: Session) -> Iterator[None]:
    with get_engine().begin() as connection:
        connection.execute(text("create table alembic_version (version_num varchar(32) primary key)"))
        connection.execute(text("insert into alembic_version values ('')"))
    yield
    with get_engine().begin() as connection:
        connection.execute(text("drop table alembic_version"))


@pytest.mark.parametrize(
    ("revision", "status", "words"),
    [
        ("head", 200, "ready"),
        ("ffff00001111", 503, "The database is newer than this version of Dynoboard (ffff00001111)"),
        ("0000", 503, "this version of Dynoboard needs"),
        ("0012", 503, "upgrades from 0028 on. Install Dynoboard 0.1.0, run its `dyno migrate`"),
    ],
)
def test_readyz_looks_at_the_schema(
    client: TestClient,
    schema_at: None,
    monkeypatch: pytest.MonkeyPatch,
    revision: str,
    status: int,
    words: str,
) -> None:
    head, known = known_revisions()
    monkeypatch.setattr("backend.schema_version.known_revisions", lambda: (head, known | {"0000"}))
    with get_engine().begin() as connection:
        set_to = text("update alembic_version set version_num = :revision")
        connection.execute(set_to, {"revision": head if revision == "head" else revision})
    all_well(client)
    answer = client.get("/readyz")
    assert answer.status_code == status
    assert words in answer.text
    troubles = client.get("/api/v1/health").json()["troubles"]
    assert [trouble["code"] for trouble in troubles] == ([] if status == 200 else ["wrong_schema"])


@pytest.mark.parametrize(
    "path", ["/experiments/%00", "/runs/a%00b", "/compare?a=%00&b=%00", "/experiments?q=%00"]
)
def test_what_the_database_cannot_store_is_no_fault_of_the_server(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["code"] in ("not_found", "invalid")
