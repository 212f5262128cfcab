"""Bringing a backup into a database: all of it in one transaction, or nothing."""

from dataclasses import dataclass
from datetime import UTC, datetime

import psycopg
from alembic import command
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from agents.contract.reports import Failure
from backend.errors import Conflict
from backend.operations.backup import copy_queries as queries
from backend.operations.backup.archive import Backup
from backend.operations.backup.manifest import LEFT_OUT, BadBackup, check_fits
from backend.schema_version import (
    BASELINE,
    BEFORE_BASELINE,
    HAS_OLDER_SCHEMAS,
    alembic_config,
    check_known,
    known_revisions,
)


@dataclass(frozen=True)
class Restored:
    """What came of it. `interrupted`: experiments that were at work when the backup was taken."""

    rows: int
    interrupted: int
    migrated_from: str  # empty: the schema was this version's already
    host_ids: list[str]


def restore(database_url: str, backup: Backup, replace: bool) -> Restored:
    """Everything in the backup, in place of everything there is.

    BadBackup for one that does not fit; Conflict while others use the database, or where it holds work and
    `replace` is not said.
    """
    head, revisions = known_revisions()
    _check_not_too_old(backup.manifest.schema_revision)
    check_fits(backup.manifest, revisions)
    engine = create_engine(database_url, poolclass=NullPool)
    try:
        with engine.begin() as connection:
            _check_target(connection, replace)
            return _bring_in(connection, backup, head)
    except (DBAPIError, psycopg.Error) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise BadBackup(f"The database refuses rows of this backup, and has what it had: {reason}") from None


def _check_not_too_old(revision: str) -> None:
    if revision in BEFORE_BASELINE:
        raise BadBackup(
            f"This backup has schema {revision}, this version of Dynoboard restores {BASELINE} and later: "
            f"restore it with Dynoboard {HAS_OLDER_SCHEMAS}, and take a backup of that server"
        )


def _check_target(connection: Connection, replace: bool) -> None:
    present = queries.revision(connection)
    check_known(present)
    if connections := queries.other_connections(connection):
        raise Conflict(
            f"{connections} other connections use this database: stop API, worker and beat first "
            "(`docker compose stop api api-2 worker beat`), and everything else that uses it"
        )
    if present is not None and present != known_revisions()[0]:
        raise Conflict(f"The database has schema {present}: run `dyno migrate` first, then restore")
    if present is not None and not replace and (work := queries.holds_work(connection)):
        raise Conflict(
            f"This server is not empty: it has {', '.join(work)}. Restore into a new one, or say --replace: "
            "then all that it has goes (take a backup of it first)"
        )


def _bring_in(connection: Connection, backup: Backup, head: str) -> Restored:
    """The schema as it was at the backup, its rows, and from there on the migrations of every upgrade."""
    manifest, config = backup.manifest, alembic_config()
    config.attributes["connection"] = connection
    if queries.revision(connection) is None:
        command.upgrade(config, manifest.schema_revision)
    else:
        queries.empty(connection)
        if manifest.schema_revision != head:
            command.downgrade(config, manifest.schema_revision)
    _check_tables(connection, backup)
    rows = 0
    for part in manifest.tables:
        row_count = queries.copy_in(connection, part.name, part.columns, backup.chunks(part))
        if row_count != part.rows:
            raise BadBackup(
                f"The database took {row_count} of {part.rows} rows of {part.name}; nothing was changed"
            )
        rows += row_count
    queries.set_counters(connection)
    if manifest.schema_revision != head:
        command.upgrade(config, head)
    interrupted_count = queries.end_interrupted(
        connection, _interruption(manifest.made_at), datetime.now(UTC)
    )
    queries.note_restore(connection, manifest.made_at, rows)
    migrated_from = manifest.schema_revision if manifest.schema_revision != head else ""
    return Restored(rows, interrupted_count, migrated_from, queries.host_ids(connection))


def _interruption(made_at: datetime) -> dict[str, str | None]:
    text = (
        f"it ran when the backup that this server was restored from was taken ({made_at:%F %H:%M} UTC); "
        "what was measured until then is here"
    )
    return Failure(code="restored", message=text).model_dump()


def _check_tables(connection: Connection, backup: Backup) -> None:
    """The backup has every table of its schema, each with all its columns."""
    columns_now, manifest = queries.stored_now(connection), backup.manifest
    columns_in_backup = {part.name: set(part.columns) for part in manifest.tables}
    expected_tables = {name for name in columns_now if name not in LEFT_OUT and name != "alembic_version"}
    known_tables = {table.name for table in queries.tables()}
    wrong = [name for name, columns in columns_in_backup.items() if columns_now.get(name) != columns]
    if missing := sorted((expected_tables & known_tables) - set(columns_in_backup)):
        wrong += missing
    if wrong:
        raise BadBackup(
            f"Tables of this backup are not those of schema {manifest.schema_revision}: {', '.join(wrong)}. "
            "Nothing was changed"
        )
