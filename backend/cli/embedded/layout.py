"""The data directory of an embedded stack: its folders, its lock and its secrets."""

import fcntl
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from backend.cli.embedded.problem import StackProblem

# Characters that begin a comment or a variable in the files that supervisor and nginx read.
UNFIT = re.compile(r"""[;#%$'"\\{}\n]""")

URL_FILE = "dashboard-url"  # in `run`


@dataclass(frozen=True)
class Layout:
    """Where everything of one embedded stack is, below `root` (absolute)."""

    root: Path

    @property
    def logs(self) -> Path:
        """One log file for each part."""
        return self.root / "logs"

    @property
    def run(self) -> Path:
        """Files that live as long as the stack runs."""
        return self.root / "run"

    def running_url(self) -> str:
        """Address of the dashboard of the stack that runs here; empty where none does."""
        path = self.run / URL_FILE
        return path.read_text() if path.exists() else ""

    @contextmanager
    def note_url(self, url: str) -> Iterator[None]:
        """Make it `running_url` until the end of the block; without room on the disk none is."""
        path = self.run / URL_FILE
        with suppress(OSError):
            path.write_text(url)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)

    def log(self, part: str) -> Path:
        """The log of one part."""
        return self.logs / f"{part}.log"

    def agent_state(self, name: str) -> Path:
        """The directory that belongs to one agent."""
        return self.root / "agents" / name

    def enrolment_token(self, agent: str) -> Path:
        """The file with which one agent enrols; not there once it has."""
        return self.root / "agents" / f"{agent}.token"

    def secret(self, name: str, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> str:
        """A secret made on first use and readable by its owner only."""
        path = self.root / "secrets" / name
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(make())
        return path.read_text().strip()


def prepare_layout(data: Path) -> Layout:
    """Make the folders below `data`; StackProblem when that is not possible."""
    root = Path(os.path.abspath(data.expanduser()))
    if UNFIT.search(str(root)):
        raise StackProblem(f"the path {root} holds a character that configuration files treat as special")
    layout = Layout(root)
    try:
        # Under root PostgreSQL runs as a user of its own, who passes through to its data and its socket.
        passage = 0o711 if os.geteuid() == 0 else 0o700
        root.mkdir(mode=passage, parents=True, exist_ok=True)
        for folder in (layout.logs, root / "secrets", root / "agents", layout.run):
            folder.mkdir(exist_ok=True)
            folder.chmod(passage if folder == layout.run else 0o700)
        (layout.run / "stack.lock").touch(0o600)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StackProblem(f"cannot write to {root} ({reason}); choose another --data") from None
    return layout


def take_lock(layout: Layout) -> IO[str]:
    """The lock that says whose stack this is; the kernel releases it however its owner ends."""
    file = (layout.run / "stack.lock").open("r+")
    if not _try_lock(file):
        owner = file.read().strip() or "unknown"
        raise StackProblem(f"{layout.root} is in use by the `dyno up` with process id {owner}")
    file.truncate()
    file.write(str(os.getpid()))
    file.flush()
    return file


def _try_lock(file: IO[str]) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
