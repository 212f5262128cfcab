"""What the API says of its own health, and to whom."""

import re
import socket
import time
from pathlib import Path
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from backend import liveness
from backend.cli.main import app
from backend.health import crash_loops
from backend.health.crash_loops import CrashLoop
from backend.health.troubles import Look
from backend.liveness_keys import PARTS, key_of
from backend.operations.doctor import server
from backend.operations.doctor.finding import State
from backend.settings import get_settings
from backend.tests.db.moments import all_well

BEFORE = dict.fromkeys(PARTS, "before")


@pytest.fixture
def migrated(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("backend.health.routes.check_schema", lambda _: None)
    all_well(client)
    return client


def hear(client: TestClient, look: Look) -> None:
    state: Any = client.app
    state.state.look = look


def stopped(look: Look, silent: str) -> Look:
    """A minute in which one part says nothing new."""
    for second in range(60):
        look = look.then({part: "before" if part == silent else str(second) for part in PARTS}, 0, 1.0)
    return look


def test_all_is_well(migrated: TestClient) -> None:
    assert migrated.get("/readyz").json() == {"status": "ready"}
    assert migrated.get("/api/v1/health").json() == {"troubles": []}


@pytest.mark.parametrize("part", PARTS)
def test_a_silent_part_is_named_to_who_may_know(migrated: TestClient, part: str) -> None:
    hear(migrated, stopped(Look().then(BEFORE, 0, 1.0), part))
    [trouble] = migrated.get("/api/v1/health").json()["troubles"]
    assert trouble["code"] == f"{part}_silent"
    assert "has not reported for 6" in trouble["text"]
    answer = migrated.get("/readyz")
    assert answer.status_code == 503
    assert trouble["text"] in answer.json()["detail"]
    stranger = migrated.get("/readyz", headers={"Authorization": ""})
    assert stranger.json()["detail"] == "Not ready; the log of the API says why"


def test_a_part_in_a_crash_loop_is_named_with_its_last_line(
    migrated: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(get_settings(), "data", tmp_path)
    (tmp_path / "run").mkdir()
    loop = CrashLoop(part="agent-load", count=3, last_line="no token", log="/d/logs/agent-load.log")
    crash_loops.write(tmp_path, [loop])
    [trouble] = migrated.get("/api/v1/health").json()["troubles"]
    assert trouble["code"] == "crash_loop"
    assert trouble["text"] == "agent-load ended 3 times in a row. Its log ends with “no token”."
    assert "/d/logs/agent-load.log" in trouble["help"]
    answer = migrated.get("/readyz")
    assert (answer.status_code, trouble["text"] in answer.json()["detail"]) == (503, True)
    [finding] = server.supervision(tmp_path)
    assert (finding.about, finding.state, finding.text) == ("agent-load", State.FAILS, trouble["text"])
    crash_loops.write(tmp_path, [])
    assert migrated.get("/readyz").status_code == 200


def test_while_it_starts_it_is_not_ready_and_nothing_is_wrong_yet(migrated: TestClient) -> None:
    hear(migrated, Look().then(BEFORE, 0, 1.0))
    assert migrated.get("/api/v1/health").json() == {"troubles": []}
    answer = migrated.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The beat has not reported yet. The worker has not reported yet."


def test_a_redis_that_takes_no_jobs_is_said_with_what_to_do(migrated: TestClient) -> None:
    hear(migrated, Look().with_refusal("replica", "You can't write against a read only replica."))
    [trouble] = migrated.get("/api/v1/health").json()["troubles"]
    assert "Redis takes no jobs, because it is a read-only replica" in trouble["text"]
    assert "REPLICAOF NO ONE" in trouble["help"]
    assert migrated.get("/readyz").status_code == 503


def test_a_database_that_fails_is_one_line(client: TestClient) -> None:
    all_well(client)
    # the tables were made without migrations, so the schema has no version
    [trouble] = client.get("/api/v1/health").json()["troubles"]
    assert trouble["code"] == "database"
    assert "alembic_version" in trouble["text"]
    assert "\n" not in trouble["text"]


@pytest.mark.usefixtures("client")
def test_dyno_health_is_for_the_checks_of_containers(redis_admin: redis.Redis) -> None:
    liveness.say("beat")
    redis_admin.set(key_of("worker"), str(time.time()))  # another one, on another machine
    own = key_of("worker", socket.gethostname())
    redis_admin.set(own, str(time.time() - 100))
    beat, worker = (CliRunner().invoke(app, ["health", part]) for part in PARTS)
    assert (beat.exit_code, worker.exit_code) == (0, 1)
    assert re.fullmatch(r"dyno health: the worker has not reported for 1[0-5]\d s\n", worker.output)
    redis_admin.delete(own)
    assert "has never reported" in CliRunner().invoke(app, ["health", "worker"]).output


def test_dyno_health_asks_a_server_and_says_why_it_is_not_ready(server: str) -> None:
    refused = CliRunner().invoke(app, ["health", "api", "--server", server])
    assert refused.exit_code == 1
    assert "dyno health: the api is not ready (status 503): The database fails" in refused.output
    away = CliRunner().invoke(app, ["health", "api", "--server", "http://127.0.0.1:1"])
    assert (away.exit_code, "the api does not answer" in away.output) == (1, True)


def test_dyno_health_asks_the_broker_of_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_settings(), "redis_url", "")
    nowhere = CliRunner().invoke(app, ["health", "beat"])
    hint = "dyno health: name the directory of a `dyno up` with --data, or set DYNO_REDIS_URL\n"
    assert (nowhere.exit_code, nowhere.output) == (2, hint)
    missing = CliRunner().invoke(app, ["health", "beat", "--data", str(tmp_path)])
    assert (missing.exit_code, missing.output) == (1, f"dyno health: there is no `dyno up` in {tmp_path}\n")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "broker-password").write_text("secret")
    away = CliRunner().invoke(app, ["health", "beat", "--data", str(tmp_path)])
    assert (away.exit_code, "Redis does not answer" in away.output) == (1, True)


UNKNOWN_OPTIONS = (["api", "--data", "x"], ["beat", "--server", "x"], ["api", "--server", "x"])


@pytest.mark.parametrize("words", UNKNOWN_OPTIONS)
def test_dyno_health_refuses_what_does_not_fit(words: list[str]) -> None:
    assert CliRunner().invoke(app, ["health", *words]).exit_code == 2
