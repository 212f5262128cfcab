"""The journal of one agent: lines appended and synced before anything is written to the host."""

import logging
import os
from collections.abc import Iterable
from pathlib import Path

from agents.files import sync_folder
from agents.journal.entry import Entry, Key, done_line, fold, line_of

log = logging.getLogger(__name__)


class Journal:
    """`journal/changes` in the agent's state directory; there is no file while nothing is changed.

    Owned by one process: the state directory is locked. OSError means that nothing may be changed now.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / "journal"
        self._path = self._folder / "changes"
        self._folder.mkdir(parents=True, exist_ok=True)
        sync_folder(state)
        self.entries = self._read()

    def note(self, entry: Entry) -> None:
        """On disk when this returns: only then may the host be changed."""
        is_new = not self._path.exists()
        self._append(line_of(entry))
        if is_new:
            sync_folder(self._folder)
        self.entries[entry.key] = entry

    def forget(self, keys: Iterable[Key]) -> None:
        """These are back as they were, or no longer tracked."""
        removed_keys = [key for key in keys if self.entries.pop(key, None)]
        try:
            if not self.entries and self._path.exists():
                self._path.unlink()
                sync_folder(self._folder)
            for key in removed_keys if self.entries else ():
                self._append(done_line(key))
        except OSError as error:  # the next start finds these values already back
            log.error("cannot record in %s what was restored: %s", self._path, error)

    def _read(self) -> dict[Key, Entry]:
        try:
            lines = self._path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return {}
        entries, damaged_lines = fold(lines)
        for line in damaged_lines:
            log.warning("the journal has a damaged line, which is ignored: %r", line[:200])
        if damaged_lines:
            self._rewrite(entries)
        return entries

    def _append(self, line: bytes) -> None:
        """All of a line or nothing of it: half a line would spoil the next one."""
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            size = os.fstat(handle).st_size
            try:
                byte_count = os.write(handle, line)
                if byte_count != len(line):
                    raise OSError(f"only {byte_count} of {len(line)} bytes could be written to {self._path}")
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, size)
                raise
        finally:
            os.close(handle)

    def _rewrite(self, entries: dict[Key, Entry]) -> None:
        fresh = self._path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.writelines(map(line_of, entries.values()))
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self._path)
        sync_folder(self._folder)
