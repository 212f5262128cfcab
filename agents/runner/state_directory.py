"""The agent's state directory: credentials, lock, jobs seen, spool."""

import fcntl
import json
import os
import secrets
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from agents.contract.enrolment import Enrolled
from agents.contract.reports import Report
from agents.files import forget_oldest, keep_private, write_atomically
from agents.servers.declarations import FOLDER

_JOBS_KEPT = 512
_PRUNE_EVERY = 64


class StateDirectoryBusy(Exception):
    """Another agent works in this directory."""


class StateDirectory:
    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in (root, self.jobs, self.spool):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = _take_lock(root / "lock")
        keep_private(root, root / FOLDER)  # the account of children reads what was unpacked there
        self._noted = 0

    @property
    def jobs(self) -> Path:
        return self.root / "jobs"

    @property
    def ca(self) -> Path:
        """The control plane's CA, once it was fetched."""
        return self.root / "ca.pem"

    @property
    def spool(self) -> Path:
        return self.root / "spool"

    def close(self) -> None:
        self._lock.close()

    def is_lost(self) -> bool:
        """Whether the folder is gone, or another one is in its place."""
        try:
            status = os.stat(self.root / "lock")
        except (FileNotFoundError, NotADirectoryError):
            return True
        return not os.path.samestat(status, os.fstat(self._lock.fileno()))

    def make_anew(self, credentials: Enrolled) -> None:
        """After a loss: the next start is the same host and needs no token."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.keep_credentials(credentials)

    def credentials(self) -> Enrolled | None:
        try:
            return Enrolled.model_validate_json((self.root / "credentials.json").read_text())
        except (OSError, ValidationError):
            return None

    def keep_credentials(self, credentials: Enrolled) -> None:
        if credentials != self.credentials():  # or a full disk would end an agent that is known
            body = credentials.model_dump_json().encode()
            write_atomically(self.root / "credentials.json", body, durable=True)
        (self.root / "credential").unlink(missing_ok=True)

    def new_credential(self) -> str:
        """Make this agent's credential; on disk before it is sent: a lost answer does no harm."""
        path = self.root / "credential"
        if not path.exists():
            write_atomically(path, secrets.token_urlsafe(32).encode(), durable=True)
        return path.read_text()

    def note_start(self, job_id: str) -> None:
        """A job has begun; `note_end` keeps its report. A start without an end was interrupted."""
        write_atomically(self.jobs / f"{job_id}.json", b"{}")

    def note_end(self, report: Report) -> None:
        write_atomically(self.jobs / f"{report.job_id}.json", report.model_dump_json().encode())
        if self._noted % _PRUNE_EVERY == 0:  # the messages of the oldest jobs have expired long ago
            forget_oldest(self.jobs, _JOBS_KEPT)
        self._noted += 1

    def read_job(self, job_id: str) -> tuple[bool, Report | None]:
        """Whether a job was begun here, and its report when it came to an end."""
        try:
            text = (self.jobs / f"{job_id}.json").read_text()
        except OSError:
            return False, None
        try:
            return True, Report.model_validate(json.loads(text)) if text != "{}" else None
        except ValueError:
            return True, None


def _take_lock(path: Path) -> IO[str]:
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StateDirectoryBusy(f"Another agent works in {path.parent}") from error
    return file
