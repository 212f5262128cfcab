"""Writing the file of a backup, and looking at every byte of one before anything is believed."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from pydantic import ValidationError

from backend.operations.backup.manifest import (
    MANIFEST,
    MAX_MANIFEST_BYTES,
    BadBackup,
    FilePart,
    Manifest,
    TablePart,
)

CHUNK = 1 << 20
PACKED = 1
"""Level of deflate: half the time of the usual one, beside what is measured, for a tenth more bytes."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)
CUT = "it was cut short, altered, or never was a backup of Dynoboard. Nothing was changed; take another one"


class Writer:
    """A backup as it is written; `finish` makes it one."""

    def __init__(self, out: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=PACKED)

    def table(self, name: str, columns: list[str], chunks: Iterable[bytes]) -> TablePart:
        """Write one table as it comes. In COPY's text a line is a row: line ends of values are escaped."""
        digest, size, rows = hashlib.sha256(), 0, 0
        with self._zip.open(f"tables/{name}.copy", "w", force_zip64=True) as entry:
            for chunk in chunks:
                entry.write(chunk)
                digest.update(chunk)
                size += len(chunk)
                rows += bytes(chunk).count(b"\n")
        return TablePart(name=name, columns=columns, rows=rows, bytes=size, sha256=digest.hexdigest())

    def file(self, name: str, content: bytes) -> FilePart:
        part = FilePart(name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        self._zip.writestr(part.entry, content)
        return part

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, manifest.model_dump_json(indent=1))
        self._zip.close()

    def abandon(self) -> None:
        """Write nothing more: else the library does when it forgets the file, which may be full or closed."""
        self._zip.fp = None


@contextmanager
def writing(out: IO[bytes]) -> Iterator[Writer]:
    """A writer for the block; what fails in it leaves no backup."""
    writer = Writer(out)
    try:
        yield writer
    except BaseException:
        writer.abandon()
        raise


class Backup:
    """A backup whose every byte was looked at."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip, self.manifest = archive, manifest

    def chunks(self, part: TablePart | FilePart) -> Iterator[bytes]:
        """One entry, once more from the file; BadBackup where it differs from its manifest."""
        digest, remaining = hashlib.sha256(), part.bytes
        try:
            with self._zip.open(part.entry) as entry:
                while chunk := entry.read(min(CHUNK, remaining + 1)):
                    remaining -= len(chunk)
                    if remaining < 0:
                        break
                    digest.update(chunk)
                    yield chunk
        except (KeyError, *_BROKEN) as error:
            raise BadBackup(f"{part.entry} of this backup cannot be read ({error}): {CUT}") from None
        if remaining or digest.hexdigest() != part.sha256:
            raise BadBackup(f"{part.entry} of this backup is not what its manifest says: {CUT}")


@contextmanager
def open_backup(file: IO[bytes]) -> Iterator[Backup]:
    """A backup that is whole; BadBackup, before anything is written anywhere, where it is not."""
    try:
        archive = zipfile.ZipFile(file)
    except _BROKEN as error:
        raise BadBackup(f"This file cannot be restored ({error}): {CUT}") from None
    with archive:
        backup = Backup(archive, _manifest(archive))
        for part in (*backup.manifest.tables, *backup.manifest.files):
            rows = sum(chunk.count(b"\n") for chunk in backup.chunks(part))
            if isinstance(part, TablePart) and rows != part.rows:
                raise BadBackup(f"{part.entry} of this backup has {rows} rows, not {part.rows}: {CUT}")
        yield backup


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """What the manifest says; it must name every entry once."""
    try:
        with archive.open(MANIFEST) as entry:
            text = entry.read(MAX_MANIFEST_BYTES + 1)
        if len(text) > MAX_MANIFEST_BYTES:
            raise BadBackup(f"The manifest of this backup is larger than any could be: {CUT}")
        manifest = Manifest.model_validate(json.loads(text))
    except KeyError:
        raise BadBackup(f"This file has no manifest: {CUT}") from None
    except ValidationError as error:
        place = ".".join(str(word) for word in error.errors()[0]["loc"])
        raise BadBackup(f"The manifest of this backup is not one ({place}): {CUT}") from None
    except _BROKEN as error:
        raise BadBackup(f"The manifest of this backup cannot be read ({error}): {CUT}") from None
    entries = [part.entry for part in (*manifest.tables, *manifest.files)]
    if sorted([*entries, MANIFEST]) != sorted(archive.namelist()):
        raise BadBackup(f"The entries of this backup are not those of its manifest: {CUT}")
    return manifest
