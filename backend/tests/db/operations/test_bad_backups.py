"""Backups that must not be restored: cut short, altered, newer, into a server that is not empty."""

import hashlib
import io
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy
from alembic import command
from sqlalchemy import NullPool, text
from sqlalchemy.exc import DBAPIError

from backend.cli.migrate import upgrade
from backend.errors import Conflict
from backend.operations.backup import copy_queries
from backend.operations.backup.archive import Writer, open_backup
from backend.operations.backup.manifest import LEFT_OUT, MANIFEST, BadBackup, Manifest
from backend.operations.backup.restoring import Restored, restore
from backend.operations.backup.taking import take
from backend.schema_version import WrongSchema, alembic_config, known_revisions
from backend.tests.db.commands import dyno
from backend.tests.db.operations.conftest import a_database
from backend.tests.db.operations.test_backup import a_server, counts

HEAD = known_revisions()[0]


@pytest.fixture(scope="module")
def whole(postgres_url: str) -> bytes:
    """A backup of a server with an experiment."""
    out = io.BytesIO()
    with a_database(postgres_url, f"whole_{os.getpid()}") as url:
        upgrade(url)
        a_server(url)
        take(url, out, {"tls/ca.key": b"secret"})
    return out.getvalue()


def wait_until_unused(url: str) -> None:
    """Wait until the server has ended the connections that were closed just before."""
    place = sqlalchemy.make_url(url)
    engine = sqlalchemy.create_engine(
        place.set(database="postgres"), poolclass=NullPool, isolation_level="AUTOCOMMIT"
    )
    users = text("select count(*) from pg_stat_activity where datname = :name")
    with engine.connect() as connection:
        deadline = time.monotonic() + 10
        while connection.scalar(users, {"name": place.database}) and time.monotonic() < deadline:
            time.sleep(0.02)


def restore_bytes(url: str, content: bytes, replace: bool = False) -> Restored:
    wait_until_unused(url)
    with open_backup(io.BytesIO(content)) as backup:
        return restore(url, backup, replace)


def tables_of(url: str) -> list[str]:
    engine = sqlalchemy.create_engine(url)
    found = sqlalchemy.inspect(engine).get_table_names()
    engine.dispose()
    return found


def changed(whole: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The same ZIP with other entries, as whoever alters one would write it."""
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    change(entries)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_manifest(entries: dict[str, bytes], **values: object) -> None:
    manifest = Manifest.model_validate_json(entries[MANIFEST])
    entries[MANIFEST] = manifest.model_copy(update=values).model_dump_json().encode()


def test_one_that_was_cut_short_is_refused_at_any_length(whole: bytes, new: str) -> None:
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 100, len(whole) - 1):
        with pytest.raises(BadBackup, match="cut short"):
            restore_bytes(new, whole[:length])
    assert tables_of(new) == []


def flipped(whole: bytes, place: int) -> bytes:
    return bytes([*whole[:place], whole[place] ^ 0x40, *whole[place + 1 :]])


def content(archive: bytes, name: str) -> bytes | None:
    """None if it cannot be unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as unpacked:
            return unpacked.read(name)
    except (zipfile.BadZipFile, zlib.error):
        return None


def damaged(whole: bytes) -> Iterator[bytes]:
    """For each entry with content the archive with one other bit in its middle, or at the first place behind
    that at which it matters: of a stream of DEFLATE about one bit in 200 can be either."""
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        entries = [entry for entry in archive.infolist() if entry.file_size]
    for entry in entries:
        lengths = struct.unpack("<HH", whole[entry.header_offset + 26 : entry.header_offset + 30])
        begin = entry.header_offset + 30 + sum(lengths)
        others = (
            flipped(whole, place)
            for place in range(begin + entry.compress_size // 2, begin + entry.compress_size)
        )
        was = content(whole, entry.filename)
        yield next(other for other in others if content(other, entry.filename) != was)


def test_a_byte_that_is_not_as_it_was_is_found(whole: bytes, new: str) -> None:
    for other in damaged(whole):
        with pytest.raises(BadBackup):
            restore_bytes(new, other)
    assert tables_of(new) == []


def a_row_less(entries: dict[str, bytes]) -> None:
    lines = entries["tables/runs.copy"].splitlines(keepends=True)
    entries["tables/runs.copy"] = b"".join(lines[:-1])


def another_file(entries: dict[str, bytes]) -> None:
    entries["files/../../etc/cron.d/x"] = b"* * * * * root true"


def no_manifest(entries: dict[str, bytes]) -> None:
    del entries[MANIFEST]


def a_path_outside(entries: dict[str, bytes]) -> None:
    entries[MANIFEST] = entries[MANIFEST].replace(b"tls/ca.key", b"../../.ssh/id")


def sql_for_a_name(entries: dict[str, bytes]) -> None:
    entries[MANIFEST] = entries[MANIFEST].replace(b'"notes"', b'"notes\\") FROM PROGRAM \'id\' --"')


def a_number_too_large(entries: dict[str, bytes]) -> None:
    entries[MANIFEST] = entries[MANIFEST].replace(b'"format": 1', b'"format": 1e999')


@pytest.mark.parametrize(
    "change", [a_row_less, another_file, no_manifest, a_path_outside, sql_for_a_name, a_number_too_large]
)
def test_an_altered_one_is_refused(
    whole: bytes, new: str, change: Callable[[dict[str, bytes]], None]
) -> None:
    with pytest.raises(BadBackup):
        restore_bytes(new, changed(whole, change))
    assert tables_of(new) == []


def test_a_newer_one_is_refused_with_what_to_do(whole: bytes, new: str) -> None:
    newer = changed(whole, lambda entries: with_manifest(entries, schema_revision="9999", version="99.1"))
    with pytest.raises(BadBackup, match=r"newer than this one: restore it with Dynoboard 99\.1 or newer"):
        restore_bytes(new, newer)
    assert tables_of(new) == []


def test_rows_that_the_database_refuses_leave_the_server_as_it_was(whole: bytes, new: str) -> None:
    """Checksums that fit, and runs of an experiment that is not there."""

    def orphans(entries: dict[str, bytes]) -> None:
        manifest = Manifest.model_validate_json(entries[MANIFEST])
        for part in manifest.tables:
            if part.name == "experiments":
                part.rows, part.bytes, part.sha256 = 0, 0, hashlib.sha256(b"").hexdigest()
                entries[part.entry] = b""
        entries[MANIFEST] = manifest.model_dump_json().encode()

    restore_bytes(new, whole)
    before = counts(new)
    with pytest.raises(BadBackup, match="has what it had"):
        restore_bytes(new, changed(whole, orphans), replace=True)
    assert counts(new) == before


def test_a_server_that_is_not_empty_is_replaced_only_when_that_is_said(whole: bytes, new: str) -> None:
    restore_bytes(new, whole)
    before = counts(new)
    with pytest.raises(Conflict, match=r"not empty: it has 2 experiments.*--replace"):
        restore_bytes(new, whole)
    restore_bytes(new, whole, replace=True)
    assert counts(new) == before


def test_a_table_that_only_grows_is_replaced_and_still_only_grows(whole: bytes, new: str) -> None:
    """As the log of who did what, which a trigger keeps from being changed."""
    restore_bytes(new, whole)
    engine = sqlalchemy.create_engine(new, poolclass=NullPool)
    with engine.begin() as session:
        refuse = "begin raise exception 'only added to'; end"
        session.execute(text(f"create function refuse() returns trigger language plpgsql as $${refuse}$$"))
        session.execute(
            text(
                "create trigger stays before delete or truncate on comparisons"
                " for each statement execute function refuse()"
            )
        )
    restore_bytes(new, whole, replace=True)
    with engine.connect() as session, pytest.raises(DBAPIError, match="only added to"):
        session.execute(text("truncate comparisons cascade"))


def test_nobody_else_may_use_the_database(whole: bytes, new: str) -> None:
    engine = sqlalchemy.create_engine(new)
    with engine.connect() as session:
        session.execute(text("select 1"))
        with pytest.raises(Conflict, match="stop API, worker and beat first"):
            restore_bytes(new, whole)
    engine.dispose()
    assert tables_of(new) == []


def a_backup_of(url: str, revision: str) -> bytes:
    """As an earlier version would have taken it, with one testbed."""
    command.downgrade(alembic_config(url), revision)
    out = io.BytesIO()
    writer = Writer(out)
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as session:
        session.execute(text("insert into testbeds (id, name, version) values ('t', 'old', 0)"))
    with engine.connect() as session:
        stored = copy_queries.stored_now(session)
        names = {t.name: sorted(stored[t.name]) for t in copy_queries.tables() if t.name in stored}
        parts = [
            writer.table(
                name, sorted(stored[name]), copy_queries.copy_out(session, name, sorted(stored[name]))
            )
            for name in names
            if name not in LEFT_OUT
        ]
    engine.dispose()
    writer.finish(
        Manifest(format=1, version="0.1", schema_revision=revision, made_at=datetime.now(UTC), tables=parts)
    )
    return out.getvalue()


@pytest.mark.parametrize("revision", ["0028", pytest.param("0030", marks=pytest.mark.exhaustive)])
def test_an_older_one_is_brought_to_this_schema(old: str, new: str, revision: str) -> None:
    """Into a database without tables, and in place of a server of this version."""
    content = a_backup_of(old, revision)
    for _ in range(2):
        assert restore_bytes(new, content, replace=True).migrated_from == revision
        command.check(alembic_config(new))
        assert counts(new)["testbeds"] == 1


def test_an_older_one_is_refused_by_a_database_that_is_older_itself(whole: bytes, new: str) -> None:
    command.upgrade(alembic_config(new), "0028")
    with pytest.raises(Conflict, match="run `dyno migrate` first"):
        restore_bytes(new, whole)


def test_one_older_than_the_first_migration_is_refused_with_what_to_do(whole: bytes, new: str) -> None:
    older = changed(whole, lambda entries: with_manifest(entries, schema_revision="0012"))
    with pytest.raises(BadBackup, match=r"schema 0012, .* restore it with Dynoboard 0.1.0"):
        restore_bytes(new, older)
    assert tables_of(new) == []


def test_a_database_older_than_the_first_migration_is_refused(whole: bytes, new: str) -> None:
    command.upgrade(alembic_config(new), "0028")
    engine = sqlalchemy.create_engine(new, poolclass=NullPool)
    with engine.begin() as session:
        session.execute(text("update alembic_version set version_num = '0012'"))
    with pytest.raises(WrongSchema, match=r"schema 0012, .* Install Dynoboard 0.1.0"):
        restore_bytes(new, whole, replace=True)


def test_the_command_says_it_in_one_line(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cut"
    path.write_bytes(whole[:-50])
    done = dyno("restore", str(path), "--data", str(tmp_path / "nothing"))
    assert (done.exit_code, len(done.output.strip().splitlines())) == (1, 1)
    assert "cut short" in done.output
    assert not (tmp_path / "nothing").exists()
