"""Migrations and models are in step, and a database is upgraded once."""

import json
import re
from collections.abc import Iterator

import pytest
import sqlalchemy
from alembic import command
from sqlalchemy import Engine, inspect, text
from sqlalchemy.orm import Session

from agents.contract.enrolment import Enrolled, Enrolment
from backend.cli.migrate import upgrade
from backend.hosts import service
from backend.hosts.enrolment import admission
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.schema_version import WrongSchema, alembic_config
from backend.security import token_hash
from backend.settings import get_settings
from backend.tests.db.agents import enrolment
from backend.tests.db.builders import FACTS
from backend.tests.db.commands import dyno

BEFORE = "0028"
CREDENTIAL = "a-credential-of-an-agent-from-before-" + "x" * 10
LEFT = {
    "setting": {"kind": "sysctl", "name": "net.core.somaxconn", "value": "65535"},
    "before": "4096",
    "now": "65535",
    "reason": "read-only",
    "command": "sysctl -w net.core.somaxconn=4096",
}


@pytest.fixture
def engine(empty_database: str) -> Iterator[Engine]:
    """A database of BEFORE with one host."""
    command.upgrade(alembic_config(empty_database), BEFORE)
    made = sqlalchemy.create_engine(empty_database)
    row = {
        "hash": token_hash(CREDENTIAL),
        "facts": json.dumps(FACTS),
        "leftovers": json.dumps([LEFT]),
    }
    with made.begin() as session:
        session.execute(
            text(
                "insert into hosts (id, name, roles, address, version, token_hash, online, condition,"
                " instance, active_jobs, facts, leftovers, ports, dropped_messages, allowed_roles,"
                " broker_password_digest, contract, displaced, beat_every_s) values ('h1', 'load',"
                " '{load,proxy}', '127.0.0.1', '0.1.0', :hash, true, 'dirty', 'i', '{}', :facts, :leftovers,"
                " '{8080,8443}', 0, '{load,proxy}', '', 1, '{}', 2)"
            ),
            row,
        )
    yield made
    made.dispose()


def test_migrations_make_what_the_models_say(empty_database: str) -> None:
    assert upgrade(empty_database) is True
    command.check(alembic_config(empty_database))
    assert upgrade(empty_database) is False


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("ffff00001111", r"newer than this version of Dynoboard \(ffff00001111\)\. Install the version that"),
        ("0012", r"schema 0012, .* upgrades from 0028 on. Install Dynoboard 0.1.0, run its `dyno migrate`"),
    ],
)
def test_a_database_too_new_or_too_old_is_refused_and_left_alone(
    empty_database: str, monkeypatch: pytest.MonkeyPatch, revision: str, message: str
) -> None:
    set_revision(empty_database, revision)
    with pytest.raises(WrongSchema, match=message):
        upgrade(empty_database)
    monkeypatch.setenv("DYNO_DATABASE_URL", empty_database)
    get_settings.cache_clear()
    done = dyno("migrate")
    get_settings.cache_clear()
    assert (done.exit_code, len(done.output.strip().splitlines())) == (1, 1)
    assert re.search(message, done.output)
    assert tables_and_revision(empty_database) == (["alembic_version"], revision)


def set_revision(url: str, revision: str) -> None:
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as session:
        session.execute(text("create table alembic_version (version_num varchar(32) primary key)"))
        session.execute(text("insert into alembic_version values (:revision)"), {"revision": revision})
    engine.dispose()


def tables_and_revision(url: str) -> tuple[list[str], str | None]:
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as session:
        state = (
            inspect(session).get_table_names(),
            session.scalar(text("select version_num from alembic_version")),
        )
    engine.dispose()
    return state


@pytest.mark.usefixtures("session")
def test_a_host_of_an_earlier_version_stays_that_host(engine: Engine, empty_database: str) -> None:
    upgrade(empty_database)
    with Session(engine) as session:
        host = session.get_one(Host, "h1")
        assert host is hosts_queries.by_token_hash(session, token_hash(CREDENTIAL))
        assert host.allowed_roles == host.roles == ["load", "proxy"]
        assert (host.ports, host.broker_password_digest, host.removed_at) == ([8080, 8443], "", None)
        shown = service.get_host(session, "h1").unrestored_settings
        assert [left.before for left in shown] == ["4096"]
        again = admission.enrol(
            session, Enrolment.model_validate(enrolment("load")), CREDENTIAL, "127.0.0.1", get_settings()
        )
        assert isinstance(again, Enrolled)
        assert again.host_id == "h1"
        assert "host.h1:" in again.broker_url
        assert host.broker_password_digest


def test_accounts_of_people_who_joined_are_not_the_owners(engine: Engine, empty_database: str) -> None:
    command.upgrade(alembic_config(empty_database), "0032")
    account = text(
        "insert into accounts (id, login, name, role, can_reach_hosts, mail_when_done)"
        " values (:name, :name, :name, 'admin', true, false)"
    )
    entry = "insert into audit (name, act, subject, words, details) values ('bob', 'joined', 'bob', '', '{}')"
    with engine.begin() as connection:
        connection.execute(account, [{"name": "root"}, {"name": "bob"}])
        connection.execute(text(entry))
    upgrade(empty_database)
    with engine.begin() as connection:
        rows = connection.execute(text("select login, is_owners from accounts order by login")).all()
        assert [tuple(row) for row in rows] == [("bob", False), ("root", True)]


def test_a_speed_that_was_stored_as_minus_one_is_unknown(engine: Engine, empty_database: str) -> None:
    command.upgrade(alembic_config(empty_database), "0051")
    cards = {"eth0": {"speed_mbit": "-1", "mtu": "-1"}, "eth1": {"speed_mbit": "10000"}}
    with engine.begin() as connection:
        facts = json.dumps(FACTS | {"more": {"nics": cards, "note": '"speed_mbit": "-1"'}})
        connection.execute(text("update hosts set facts = :facts"), {"facts": facts})
    upgrade(empty_database)
    with engine.begin() as connection:
        assert connection.scalar(text("select facts from hosts")) == FACTS | {
            "more": {
                "nics": {"eth0": {"speed_mbit": "", "mtu": "-1"}, "eth1": {"speed_mbit": "10000"}},
                "note": '"speed_mbit": "-1"',
            }
        }


def test_an_upgrade_can_be_taken_back(engine: Engine, empty_database: str) -> None:
    config = alembic_config(empty_database)
    before = _columns(engine)
    upgrade(empty_database)
    command.downgrade(config, BEFORE)
    assert _columns(engine) == before
    with engine.connect() as session:
        assert session.execute(text("select name, roles from hosts")).all() == [("load", ["load", "proxy"])]
        assert session.scalar(text("select token_hash from hosts")) == token_hash(CREDENTIAL)
    assert upgrade(empty_database) is True
    command.check(config)


def _columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {table: {each["name"] for each in found.get_columns(table)} for table in found.get_table_names()}
