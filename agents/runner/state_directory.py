"""The agent's state directory: credentials, lock, jobs seen, spool."""

import fcntl
import json
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from agents.contract.reports import Enrolled, Report
from agents.files import forget_oldest, write_atomically

_JOBS_KEPT = 512
_PRUNE_EVERY = 64


class StateDirectoryBusy(Exception):
    """Another agent works in this directory."""


class StateDirectory:
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


def _locked(path: Path) -> IO[str]:
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StateDirectoryBusy(f"Another agent works in {path.parent}") from error
    return file
