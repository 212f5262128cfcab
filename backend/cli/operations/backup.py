"""`dyno backup FILE`, `dyno restore FILE`: a server as one file, and back."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from backend.cli.operations.place import Place, database_of
from backend.cli.operations.problems import in_one_line
from backend.cli.up import DataOption

if TYPE_CHECKING:
    from backend.operations.backup.archive import Backup
    from backend.operations.backup.manifest import Manifest

CA_FILES = ("tls/ca.pem", "tls/ca.key")
"""Agents on other hosts know this dashboard by its CA: with another one they would all refuse it."""
AGAIN = "What was revoked after the backup works again: see docs/operations.md, “After a restore”"


def backup_command(
    file: Annotated[str, typer.Argument(help="the file to write, which must not exist; - is stdout")],
    data: DataOption = Path(".dyno"),
) -> None:
    """Write everything that this server knows into one file, also while it runs and measures."""
    from backend.operations.backup.taking import take, take_to_file

    with in_one_line("dyno backup"), database_of(data) as place:
        files = _files(place)
        if file == "-":
            with _standard_output() as out:
                take(place.database_url, out, files)
        else:
            manifest = take_to_file(place.database_url, Path(file), files)
            typer.echo(f"{file}: {_words(manifest)}. Keep it secret: it holds the key that signs jobs")


def restore_command(
    file: Annotated[str, typer.Argument(help="a file of `dyno backup`; - is standard input")],
    data: DataOption = Path(".dyno"),
    replace: Annotated[
        bool,
        typer.Option("--replace", help="delete all data of this server first"),
    ] = False,
) -> None:
    """Bring a backup into an empty server that is stopped; the schema is migrated to this version's."""
    from backend.operations.backup.archive import open_backup
    from backend.operations.backup.restoring import restore

    with in_one_line("dyno restore"), _source(file) as source, open_backup(source) as backup:
        with database_of(data, must_be_stopped=True, make=True) as place:
            result = restore(place.database_url, backup, replace)
            _put_back_files(place, backup)
        typer.echo(f"Restored {_words(backup.manifest)}")
        if result.migrated_from:
            typer.echo(f"Its schema was {result.migrated_from}: migrated to this version's")
        if result.interrupted:
            typer.echo(f"{result.interrupted} experiments ran at that time: they failed, with that reason")
        typer.echo(_empty_queues(place, result.host_ids))
        typer.echo(AGAIN)


@contextmanager
def _standard_output() -> Iterator[IO[bytes]]:
    """Standard output, by a name in errors. Python would flush its own once more at the end."""
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
            yield out
    except OSError as error:
        error.filename = "standard output"
        raise


def _words(manifest: "Manifest") -> str:
    rows = sum(part.rows for part in manifest.tables)
    contents = f"{manifest.rows('experiments')} experiments, {manifest.rows('hosts')} hosts, {rows} rows"
    return f"{contents}, schema {manifest.schema_revision}, {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC"


def _files(place: Place) -> dict[str, bytes]:
    if place.layout is None:
        return {}
    paths = {name: place.layout.root / name for name in CA_FILES}
    return {name: path.read_bytes() for name, path in paths.items() if path.is_file()}


@contextmanager
def _source(file: str) -> Iterator[IO[bytes]]:
    """The file, or all of standard input: its directory is at its end."""
    import shutil

    if file != "-":
        with Path(file).open("rb") as source:
            yield source
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.seek(0)
        yield copy


def _put_back_files(place: Place, backup: "Backup") -> None:
    from backend.cli.embedded.authority import write_key

    for part in backup.manifest.files if place.layout else ():
        path = place.layout.root / part.name  # pyright: ignore[reportOptionalMemberAccess]
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_key(path, b"".join(backup.chunks(part)).decode())


def _empty_queues(place: Place, host_ids: list[str]) -> str:
    """What Redis holds is of the server that was: messages would come about jobs that are not there."""
    import shutil

    import redis

    from backend.task_queue import CONTROL_QUEUE

    if place.layout and not place.settings.redis_url:
        shutil.rmtree(place.layout.root / "redis", ignore_errors=True)
        return "Redis starts empty; its users for agents are made again from the database"
    queues = [CONTROL_QUEUE, "unacked", "unacked_index", *(f"host.{host_id}" for host_id in host_ids)]
    try:
        with redis.Redis.from_url(
            place.settings.redis_url, socket_timeout=5, **place.settings.redis_tls
        ) as client:
            client.delete(*queues)
    except (redis.RedisError, ValueError, OSError) as error:
        return f"Redis does not answer ({error}): delete these keys before the start: {' '.join(queues)}"
    return "The queues in Redis are empty; its users for agents are made again from the database"
