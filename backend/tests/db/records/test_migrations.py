"""Migrations and models are in step, and a database is upgraded once."""

import json
from collections.abc import Iterator

import pytest
import sqlalchemy
from alembic import command
from sqlalchemy import Engine, inspect, text
from sqlalchemy.orm import Session

from agents.contract.addresses import AGENT_PORTS
from agents.contract.enrolment import Enrolled, Enrolment
from backend.cli.migrate import DatabaseTooNew, upgrade
from backend.hosts import service
from backend.hosts.enrolment import admission
from backend.records import hosts_queries
from backend.records.hosts import Host
from backend.schema_version import alembic_config
from backend.security import token_hash
from backend.settings import get_settings
from backend.tests.db.agents import enrolment
from backend.tests.db.builders import FACTS

BEFORE = "0003"  # hosts had no part in who may do what yet
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
                "insert into hosts (id, name, roles, address, version, token_hash, job_key, online,"
                " condition, instance, active_jobs, facts, leftovers) values ('h1', 'load', '{load,proxy}',"
                " '127.0.0.1', '0.1.0', :hash, 'secret', true, 'dirty', 'i', '{}', :facts, :leftovers)"
            ),
            row,
        )
    yield made
    made.dispose()


def test_migrations_make_what_the_models_say(empty_database: str) -> None:
    assert upgrade(empty_database) is True
    command.check(alembic_config(empty_database))
    assert upgrade(empty_database) is False


def test_a_database_newer_than_the_code_is_refused_and_left_alone(empty_database: str) -> None:
    upgrade(empty_database)
    engine = sqlalchemy.create_engine(empty_database)
    with engine.begin() as session:
        session.execute(sqlalchemy.text("update alembic_version set version_num = 'ffff00001111'"))
    with pytest.raises(DatabaseTooNew, match="ffff00001111"):
        upgrade(empty_database)
    with engine.connect() as session:
        assert session.scalar(sqlalchemy.text("select version_num from alembic_version")) == "ffff00001111"
    engine.dispose()


@pytest.mark.usefixtures("session")
def test_a_host_of_an_earlier_version_stays_that_host(engine: Engine, empty_database: str) -> None:
    upgrade(empty_database)
    with Session(engine) as session:
        host = session.get_one(Host, "h1")
        assert host is hosts_queries.by_token_hash(session, token_hash(CREDENTIAL))
        assert host.allowed_roles == host.roles == ["load", "proxy"]
        assert (tuple(host.ports), host.dropped_messages) == (AGENT_PORTS, 0)
        assert (host.broker_password_digest, host.removed_at) == ("", None)
        shown = service.get_host(session, "h1").leftovers
        assert [left.before for left in shown] == ["4096"]
        again = admission.enrol(
            session, Enrolment.model_validate(enrolment("load")), CREDENTIAL, "127.0.0.1", get_settings()
        )
        assert isinstance(again, Enrolled)
        assert again.host_id == "h1"
        assert "host.h1:" in again.broker_url
        assert host.broker_password_digest


def test_an_upgrade_can_be_taken_back(engine: Engine, empty_database: str) -> None:
    config = alembic_config(empty_database)
    before = _columns(engine)
    upgrade(empty_database)
    with engine.begin() as session:
        session.execute(text("update hosts set token_hash = null, removed_at = now()"))
    command.downgrade(config, BEFORE)
    assert _columns(engine) == before
    with engine.connect() as session:
        assert session.execute(text("select name, roles from hosts")).all() == [("load", ["load", "proxy"])]
        assert session.scalar(text("select token_hash from hosts")) not in (None, token_hash(CREDENTIAL))
    assert upgrade(empty_database) is True
    command.check(config)


def _columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {table: {each["name"] for each in found.get_columns(table)} for table in found.get_table_names()}
