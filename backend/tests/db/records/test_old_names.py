"""What a database of 0.1.0 calls by names of then, migrations rename; a downgrade brings it back."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url

from backend.cli.migrate import upgrade
from backend.schema_version import BASELINE, alembic_config

DUMP = sorted((Path(__file__).parents[2] / "fixtures" / "releases").glob("*.sql.gz"))[-1]
DEFINITION = {
    "name": "x",
    "explain": {"profile": 3},
    "matters": 0.02,
    "set": {"z": 1, "a": 2},
    "description": '\n"explain": 1',
}
YAML = "name: x\nexplain: {profile: 3}\nmatters: 2%\nset:\n  explain: 1\n"
RENAMED_YAML = "name: x\ndiagnostics: {profile: 3}\nmin_effect: 2%\nset:\n  explain: 1\n"


@pytest.fixture
def config(empty_database: str) -> Config:
    """Of a database of the last release."""
    plain = make_url(empty_database).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as session:
        session.execute(gzip.decompress(DUMP.read_bytes()))
    return alembic_config(empty_database)


@pytest.fixture
def session(config: Config, empty_database: str) -> Iterator[psycopg.Connection[Any]]:
    plain = make_url(empty_database).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as session:
        yield session


def only(session: psycopg.Connection[Any], query: str) -> Any:
    (row,) = session.execute(query.encode()).fetchall()
    return row[0] if len(row) == 1 else row


def test_definitions_diagnostics_and_interim_analyses(
    session: psycopg.Connection[Any], config: Config, empty_database: str
) -> None:
    session.execute(
        "update experiments set definition = %s, definition_yaml = %s, rounds_seen = 8, rounds_ended = %s",
        (json.dumps(DEFINITION), YAML, json.dumps({"looks": [8, 12], "rounds": 8})),
    )
    session.execute(
        "update trials set purpose = 'look', look = 'profile' where id = (select min(id) from trials)"
    )
    upgrade(empty_database)
    definition = only(session, "select definition from experiments")
    assert list(definition) == ["name", "diagnostics", "min_effect", "set", "description"]
    assert list(definition["set"]) == ["z", "a"]
    assert definition["description"] == DEFINITION["description"]
    assert only(session, "select definition_yaml from experiments") == RENAMED_YAML
    decision = {"analyses": [8, 12], "rounds": 8}
    assert only(session, "select rounds_analysed, rounds_ended from experiments") == (8, decision)
    assert only(session, "select diagnostic from trials where purpose = 'diagnostic'") == "profile"
    command.downgrade(config, BASELINE)
    assert only(session, "select definition, definition_yaml from experiments") == (DEFINITION, YAML)
    assert only(session, "select look from trials where purpose = 'look'") == "profile"


COLUMNS = [
    ("hosts", "leftovers", "unrestored_settings", [{"before": "4096", "now": "65535"}]),
    ("hosts", "rival", "duplicate_agent", {"machine": "m2"}),
    ("hosts", "misfit", "report_error", {"what": "report", "count": 2}),
    ("runs", "limits", "bottlenecks", [{"code": "generator"}]),
    ("runs", "left_out_after", "eliminated_after", 3),
]
"""Table, its column as it was named in 0.1.0, its name now, JSON."""


def stored(session: psycopg.Connection[Any], table: str, column: str) -> Any:
    query = SQL("select {} from {} limit 1").format(Identifier(column), Identifier(table))
    (row,) = session.execute(query).fetchall()
    return row[0]


def test_renamed_columns_keep_their_values(
    session: psycopg.Connection[Any], config: Config, empty_database: str
) -> None:
    for table, old_name, _, value in COLUMNS:
        query = SQL("update {} set {} = %s").format(Identifier(table), Identifier(old_name))
        session.execute(query, (json.dumps(value),))
    upgrade(empty_database)
    assert [stored(session, table, name) for table, _, name, _ in COLUMNS] == [row[3] for row in COLUMNS]
    command.downgrade(config, BASELINE)
    assert [stored(session, table, name) for table, name, _, _ in COLUMNS] == [row[3] for row in COLUMNS]


def test_hosts_that_need_a_restore_and_notices_of_them(
    session: psycopg.Connection[Any], config: Config, empty_database: str
) -> None:
    session.execute("update hosts set condition = 'dirty'")
    session.execute(
        "insert into notice_receivers (id, name, way, address, kinds, made_by, enabled)"
        " values ('r', 'r', 'webhook', '', '{failed,host_dirty}', '', true)"
    )
    session.execute("insert into notices (id, kind, subject, said) values ('n', 'host_dirty', 'h', '{}')")
    states = "select hosts.condition, kinds, kind from hosts, notice_receivers, notices limit 1"
    upgrade(empty_database)
    new_names = ("needs_restore", ["failed", "needs_restore"], "needs_restore")
    assert session.execute(states.encode()).fetchone() == new_names
    command.downgrade(config, BASELINE)
    assert session.execute(states.encode()).fetchone() == ("dirty", ["failed", "host_dirty"], "host_dirty")
