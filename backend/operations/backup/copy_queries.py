"""SQL of backups: tables out and in by COPY, on one connection."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal

from psycopg import sql
from sqlalchemy import Connection, Table, delete, func, insert, select, text, update

from agents.contract.states import ExperimentState, HostCondition, JobState, TrialState
from backend.records.access.enrolment import EnrolmentToken
from backend.records.audit.entries import AuditEntry
from backend.records.experiments import OPEN_JOBS, Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.runs import OPEN_TRIALS, AnyTrial
from backend.records.tables import Base

AT_WORK = (ExperimentState.RUNNING, ExperimentState.CANCELLING)
HOLD_WORK = ("accounts", "experiments", "comparisons", "own_recipes", "hosts", "testbeds")
"""With a row in one of these a server is not empty."""


def tables() -> list[Table]:
    """All of ours, each after those that it refers to."""
    return list(Base.metadata.sorted_tables)


def stored_columns(table: Table) -> list[str]:
    """Without those that PostgreSQL computes."""
    return [column.name for column in table.columns if column.computed is None]


def revision(connection: Connection) -> str | None:
    """Of the database's schema; None where it has none yet."""
    if connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def other_connections(connection: Connection) -> int:
    """How many other connections the same user has to this database."""
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
        " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    return connection.scalar(text(query)) or 0


def holds_work(connection: Connection) -> list[str]:
    """“3 experiments” for each table that people would miss."""
    tables = []
    for name in HOLD_WORK:
        count_query = select(func.count()).select_from(Base.metadata.tables[name])
        if rows := connection.scalar(count_query):
            tables.append(f"{rows} {name.replace('_', ' ')}")
    return tables


def copy_out(connection: Connection, name: str, columns: list[str]) -> Iterator[bytes]:
    """A table in COPY's text."""
    with _cursor(connection).copy(_copy(name, columns, "TO STDOUT")) as copy:
        yield from map(bytes, copy)


def copy_in(connection: Connection, name: str, columns: list[str], chunks: Iterable[bytes]) -> int:
    """The same back; how many rows that were."""
    cursor = _cursor(connection)
    with cursor.copy(_copy(name, columns, "FROM STDIN")) as copy:
        for chunk in chunks:
            copy.write(chunk)
    return cursor.rowcount


def stored_now(connection: Connection) -> dict[str, set[str]]:
    """Table → columns that it stores, as the database has them now, whatever its revision."""
    rows = connection.execute(
        text(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND is_generated = 'NEVER'"
        )
    )
    columns_by_table: dict[str, set[str]] = {}
    for table, column in rows:
        columns_by_table.setdefault(table, set()).add(column)
    return columns_by_table


def empty(connection: Connection) -> None:
    """Every row of ours, and nothing else, goes: of tables that only ever grow, too."""
    names, cursor = [sql.Identifier(table.name) for table in tables()], _cursor(connection)
    for name in names:
        cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(name))
    cursor.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(names)))
    for name in names:
        cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(name))


def set_counters(connection: Connection) -> None:
    """Columns that count up go on after the highest that there is."""
    rows = connection.execute(
        text(
            "SELECT table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name)"
            " FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL"
        )
    ).all()
    for table, column, sequence in rows:
        query = sql.SQL("SELECT setval({}, coalesce((SELECT max({}) FROM {}), 0) + 1, false)").format(
            sql.Literal(sequence), sql.Identifier(column), sql.Identifier(table)
        )
        _cursor(connection).execute(query)


def host_ids(connection: Connection) -> list[str]:
    return list(connection.scalars(select(Host.id)))


def end_interrupted(connection: Connection, failure: dict[str, Any], now: datetime) -> int:
    """Experiments that were at work have failed for this reason; how many that were.

    A host that was held may hold changes: it needs a restore, and is asked for that once it is heard.
    """
    at_work = select(Experiment.id).where(Experiment.state.in_(AT_WORK))
    held_ids = select(Lease.host_id)
    failure_values: dict[str, Any] = {"failure": failure}
    for statement in (
        update(AnyTrial)
        .where(AnyTrial.experiment_id.in_(at_work), AnyTrial.state.in_(OPEN_TRIALS))
        .values(state=TrialState.CANCELLED, **failure_values),
        update(JobRow).where(JobRow.state.in_(OPEN_JOBS)).values(state=JobState.LOST, **failure_values),
        update(Host).where(Host.id.in_(held_ids)).values(condition=HostCondition.NEEDS_RESTORE),
        update(Host).values(online=False, active_jobs=[]),
        delete(Lease),
        # one that was used or revoked since must not let anybody in again
        update(EnrolmentToken).where(EnrolmentToken.expires_at > now).values(expires_at=now),
    ):
        connection.execute(statement)
    experiments = update(Experiment).where(Experiment.state.in_(AT_WORK))
    values = experiments.values(state=ExperimentState.FAILED, finished_at=now, **failure_values)
    return connection.execute(values).rowcount


def note_restore(connection: Connection, made_at: datetime, rows: int) -> None:
    """In the audit log: who uses the database by hand has no account."""
    words = f"backup of {made_at:%F %H:%M} UTC"
    entry = {"name": "dyno restore", "act": "restored", "subject": "", "words": words}
    connection.execute(insert(AuditEntry).values(**entry, details={"rows": rows}))


def _cursor(connection: Connection) -> Any:
    driver = connection.connection.driver_connection
    assert driver is not None
    return driver.cursor()


def _copy(name: str, columns: list[str], way: Literal["TO STDOUT", "FROM STDIN"]) -> sql.Composed:
    column_list = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) {}").format(sql.Identifier(name), column_list, sql.SQL(way))
