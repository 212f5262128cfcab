"""`dyno doctor` on real servers: what is away is named, everything else is still looked at."""

import json
from pathlib import Path

import pytest
import redis
import sqlalchemy
from sqlalchemy.orm import Session

from backend import liveness
from backend.operations.doctor import server
from backend.operations.doctor.finding import State
from backend.settings import get_settings
from backend.tests.db import builders
from backend.tests.db.commands import dyno
from backend.tests.receivers import mail_server

NOWHERE = "redis://:x@127.0.0.1:1/0"


def states(output: str) -> dict[str, str]:
    return {finding["about"]: finding["state"] for finding in json.loads(output)["findings"]}


@pytest.fixture
def settings_of(monkeypatch: pytest.MonkeyPatch):
    """Other settings for one command; the tests' own come back."""

    def change(**given: str) -> None:
        for name, value in given.items():
            monkeypatch.setenv(f"DYNO_{name.upper()}", value)
        get_settings.cache_clear()

    yield change
    monkeypatch.undo()
    get_settings.cache_clear()


@pytest.mark.usefixtures("schema")
def test_a_server_that_is_well(old: str, redis_admin: redis.Redis, settings_of) -> None:
    redis_admin.flushdb()  # another test may have left messages that wait
    liveness.say("beat")
    liveness.say("worker")
    settings_of(database_url=old)
    done = dyno("doctor", "--json")
    assert done.exit_code == 0, done.output
    found = states(done.output)
    assert found.pop("agents") == State.NOTE  # there are none yet
    assert set(found) == {"database", "schema", "broker", "queue", "beat", "worker", "disk"}
    assert set(found.values()) == {State.WELL}


@pytest.mark.usefixtures("schema")
def test_a_mail_server_is_looked_at_where_one_is_set(old: str, settings_of) -> None:
    with mail_server() as sink:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": str(sink.port), "mail_from": "dyno@x.test"}
        settings_of(database_url=old, smtp_tls="none", **mail)
        assert states(dyno("doctor", "--json").output)["mail"] == State.WELL
        settings_of(database_url=old, smtp_tls="starttls", **mail)
        done = dyno("doctor", "--json")
        assert (done.exit_code, states(done.output)["mail"]) == (1, State.FAILS)


@pytest.mark.usefixtures("schema")
def test_what_is_away_is_named_and_the_rest_is_looked_at(new: str, settings_of) -> None:
    settings_of(database_url=new, redis_url=NOWHERE)
    done = dyno("doctor", "--json")
    assert done.exit_code == 1
    found = states(done.output)
    assert (found["database"], found["broker"], found["disk"]) == (State.FAILS, State.FAILS, State.WELL)
    table = dyno("doctor")
    assert "2 fail" in table.output
    assert "→" in table.output


@pytest.mark.parametrize(
    ("revision", "problem", "action"),
    [
        ("0028", "has schema 0028, this version of Dynoboard needs", "run `dyno migrate`, and start them"),
        ("0007", "has schema 0007, this version of Dynoboard upgrades from 0028 on", "Install Dynoboard"),
        ("ffff00001111", "is newer than this version", "Install the version that wrote it, or a newer one"),
    ],
)
def test_a_schema_of_another_version_is_named_with_what_to_do(
    old: str, revision: str, problem: str, action: str
) -> None:
    engine = sqlalchemy.create_engine(old)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("update alembic_version set version_num = :to"), {"to": revision})
        connection.execute(sqlalchemy.text("alter table hosts rename to machines"))
    engine.dispose()
    [database, schema] = server.database(old)
    assert (database.state, schema.state) == (State.WELL, State.FAILS)
    assert problem in schema.text
    assert action in schema.help


@pytest.mark.usefixtures("schema")
def test_a_worker_that_fell_silent(redis_url: str, redis_admin: redis.Redis) -> None:
    liveness.say("beat")
    redis_admin.set("dyno:worker:heard_at", "1.0")
    found = {finding.about: finding.state for finding in server.broker(redis_url, get_settings())}
    assert (found["beat"], found["worker"]) == (State.WELL, State.FAILS)


def test_agents_texts_are_shown_as_they_are(session: Session, old: str) -> None:
    """Markup or control sequences of an agent's name or facts do nothing."""
    from backend.tests.db.operations.test_backup import rows_of

    with rows_of(old) as rows:
        builders.host(rows, "[red]x[/red]", tools={})
        rows.commit()
    found = [finding for finding in server.database(old) if finding.about.startswith("agent")]
    assert found[0].about == "agent [red]x[/red]"
    assert {finding.state for finding in found} == {State.FAILS, State.NOTE}


def test_secrets_that_others_can_read(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets"
    secrets.mkdir(mode=0o700)
    (secrets / "dashboard-token").write_text("x")
    (secrets / "dashboard-token").chmod(0o600)
    assert server.rights(tmp_path).state is State.WELL
    (secrets / "dashboard-token").chmod(0o644)
    found = server.rights(tmp_path)
    assert found.state is State.FAILS
    assert found.help.startswith("chmod go= ")


def test_a_disk_that_is_full(tmp_path: Path, settings_of) -> None:
    assert server.disk(tmp_path, get_settings()).state is State.WELL
    settings_of(space_low_mb=str(2**40))
    assert server.disk(tmp_path, get_settings()).state is State.NOTE
    settings_of(space_out_mb=str(2**40))
    assert server.disk(tmp_path, get_settings()).state is State.FAILS


def test_no_server_at_all_is_one_line(tmp_path: Path, settings_of) -> None:
    settings_of(database_url="", redis_url="")
    done = dyno("doctor", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert done.output.startswith(f"dyno doctor: There is no server in {tmp_path}: name the directory")
