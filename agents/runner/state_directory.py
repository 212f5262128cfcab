"""The agent's state directory: credentials, lock, jobs seen, spool."""

import contextlib
import fcntl
import json
import os
import tempfile
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from agents.contract.reports import Enrolled, Report

_JOBS_KEPT = 512
_PRUNE_EVERY = 64


class HomeBusy(Exception):
    """Another agent works in this directory."""


class Home:
    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in (root, self.jobs, self.spool, self.work):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(root / "lock")
        self._noted = 0
        self._prune()

    @property
    def jobs(self) -> Path:
        return self.root / "jobs"

    @property
    def spool(self) -> Path:
        return self.root / "spool"

    @property
    def work(self) -> Path:
        return self.root / "work"

    def close(self) -> None:
        self._lock.close()

    def credentials(self) -> Enrolled | None:
        try:
            return Enrolled.model_validate_json((self.root / "credentials.json").read_text())
        except (OSError, ValidationError):
            return None

    def keep_credentials(self, enrolled: Enrolled) -> None:
        write_atomically(self.root / "credentials.json", enrolled.model_dump_json().encode(), mode=0o600)

    def note_start(self, job_id: str) -> None:
        """A job has begun; `note_end` keeps its report. A start without an end was interrupted."""
        write_atomically(self.jobs / f"{job_id}.json", b"{}")

    def note_end(self, report: Report) -> None:
        write_atomically(self.jobs / f"{report.job_id}.json", report.model_dump_json().encode())
        self._noted += 1
        if self._noted % _PRUNE_EVERY == 0:
            self._prune()

    def seen(self, job_id: str) -> tuple[bool, Report | None]:
        """Whether a job was begun here, and its report when it came to an end."""
        try:
            text = (self.jobs / f"{job_id}.json").read_text()
        except OSError:
            return False, None
        try:
            return True, Report.model_validate(json.loads(text)) if text != "{}" else None
        except ValueError:
            return True, None

    def _prune(self) -> None:
        """Forget the oldest jobs; their messages have expired long ago."""
        forget_oldest(self.jobs, _JOBS_KEPT)


def forget_oldest(folder: Path, kept: int) -> None:
    """Keep only the newest files of a folder."""
    ages: list[tuple[float, str]] = []
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            ages.append((entry.stat().st_mtime, entry.path))
    for _, path in sorted(ages)[:-kept]:
        Path(path).unlink(missing_ok=True)


def write_atomically(path: Path, body: bytes, mode: int = 0o644, durable: bool = False) -> None:
    """Write a file whole or not at all; `durable` also survives a power loss."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(body)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _locked(path: Path) -> IO[str]:
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise HomeBusy(f"Another agent works in {path.parent}") from error
    return file
