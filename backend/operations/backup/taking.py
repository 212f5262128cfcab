"""Taking a backup: one snapshot of all tables, while everything goes on."""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from backend import __version__
from backend.operations.backup import copy_queries as queries
from backend.operations.backup.archive import writing
from backend.operations.backup.manifest import FORMAT, LEFT_OUT, BadBackup, Manifest
from backend.schema_version import check_known, known_revisions


def take_to_file(database_url: str, path: Path, files: Mapping[str, bytes]) -> Manifest:
    """A backup under this name, or nothing: what is half done has another name, and goes.

    OSError names the file where there is no room for it.
    """
    if path.exists():
        raise BadBackup(f"{path} already exists: choose another name, or remove it first")
    new = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            manifest = take(database_url, out, files)
            out.flush()
            os.fsync(out.fileno())
        new.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(FileNotFoundError):
            new.unlink()
    return manifest


def take(database_url: str, out: IO[bytes], files: Mapping[str, bytes]) -> Manifest:
    """All tables as they were at one moment, and files by their place below the data directory.

    Readers of a snapshot hold nobody up, so this may run beside an experiment.
    """
    engine = create_engine(database_url, poolclass=NullPool, isolation_level="REPEATABLE READ")
    with engine.connect() as connection, writing(out) as writer:
        head, _ = known_revisions()
        check_known(present := queries.revision(connection))
        if present != head:
            raise BadBackup(
                f"The database has schema {present or 'none'}, this version of Dynoboard {head}: take the "
                "backup with the version that runs, or run `dyno migrate` first"
            )
        made_at, parts = datetime.now(UTC), []
        for table in queries.tables():
            if table.name not in LEFT_OUT:
                columns = queries.stored_columns(table)
                parts.append(
                    writer.table(table.name, columns, queries.copy_out(connection, table.name, columns))
                )
        file_parts = [writer.file(name, content) for name, content in files.items()]
        manifest = Manifest(
            format=FORMAT,
            version=__version__,
            schema_revision=head,
            made_at=made_at,
            tables=parts,
            files=file_parts,
        )
        writer.finish(manifest)
    return manifest


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
