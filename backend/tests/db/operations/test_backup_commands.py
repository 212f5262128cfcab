"""`dyno backup` and `dyno restore` of a `dyno up` whose database is elsewhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import get_settings
from backend.tests.db.commands import dyno


@pytest.fixture(autouse=True)
def fresh_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("DYNO_REDIS_URL", raising=False)
    yield
    monkeypatch.undo()
    get_settings.cache_clear()


def run(monkeypatch: pytest.MonkeyPatch, database_url: str, *words: str) -> str:
    monkeypatch.setenv("DYNO_DATABASE_URL", database_url)
    get_settings.cache_clear()
    done = dyno(*words)
    assert done.exit_code == 0, done.output
    return done.output


def test_agents_know_the_restored_dashboard_by_its_ca(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "server.dyno"
    (data / "tls").mkdir(parents=True)
    (data / "tls/ca.pem").write_text("certificate")
    (data / "tls/ca.key").write_text("key")
    run(monkeypatch, old, "backup", str(file), "--data", str(data))
    (other / "redis").mkdir(parents=True)
    (other / "redis/queue").write_text("a message of the server that was")
    output = run(monkeypatch, new, "restore", str(file), "--data", str(other))
    assert [(other / "tls" / name).read_text() for name in ("ca.pem", "ca.key")] == ["certificate", "key"]
    assert "Redis starts empty" in output
    assert not (other / "redis").exists()


def test_a_server_without_a_data_directory_makes_none(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DYNO_REDIS_URL", "redis://:x@127.0.0.1:1/0")
    data, file = tmp_path / "data", tmp_path / "server.dyno"
    run(monkeypatch, old, "backup", str(file), "--data", str(data))
    run(monkeypatch, new, "restore", str(file), "--data", str(data))
    assert not data.exists()
