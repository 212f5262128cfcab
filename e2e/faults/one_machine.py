"""`dyno up` with its three agents, in a network namespace of its own where this process may make one."""

import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

import psutil
import redis

from agents.catalog.tools import LOAD_TOOLS
from agents.settings.sysctl import Sysctl
from agents.tests.ports import free_port
from backend.cli.client import Api
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.process import socket_directory, tether
from backend.tests.cli.stack import await_ready, command, environment_with
from e2e.bench.stack import parts_below
from e2e.faults.lab import ACCEPT, LOAD, Lab, named

_CLONE_NEWNET = 0x40000000
_SHIM = Path(__file__).parent / "clock"
_STOP_WITHIN_S = 60
_ADMIN = "faults"
_HOLDER = "agents/load/hold.py"


class OneMachine(Lab):
    """In `folder`, with the host lock `lock`, which two stacks of one machine share."""

    def __init__(self, folder: Path, lock: Path, is_private: bool) -> None:
        self.folder, self._lock, self.has_settings = folder, lock, is_private
        self.data, self.clock = folder / "d", folder / "clock"
        self.clock.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o711)
        self._port = free_port()
        self._neighbour: OneMachine | None = None
        self.start()

    def start(self) -> None:
        self.hang_up()
        shim = f"{_SHIM}{os.pathsep}{os.environ.get('PYTHONPATH', '')}".rstrip(os.pathsep)
        own = {"DYNO_AGENT_LOCK": str(self._lock), "PYTHONPATH": shim, "FAULT_CLOCK": str(self.clock)}
        self.process = subprocess.Popen(
            tether(command(self.data, self._port), signal.SIGTERM),
            cwd=self.folder,
            env=environment_with(own),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        await_ready(self.process)
        self.api = Api(
            f"http://127.0.0.1:{self._port}", Layout(self.data).secret("dashboard-token"), timeout_s=10
        )

    def neighbour(self) -> "OneMachine":
        """Another dashboard on the same hosts, with agents of its own; started when first asked for."""
        if self._neighbour is None:
            self._neighbour = OneMachine(self.folder / "n", self._lock, self.has_settings)
        return self._neighbour

    def stop_neighbour(self) -> None:
        if self._neighbour:
            self._neighbour.stop()
            self._neighbour = None

    def stop(self) -> None:
        self.stop_neighbour()
        self.hang_up()
        with suppress(subprocess.TimeoutExpired):
            self.process.terminate()
            self.process.wait(_STOP_WITHIN_S)

    def ensure_up(self) -> bool:
        if self.process.poll() is None:
            return False
        self.start()
        return True

    def below(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            return psutil.Process(self.process.pid).children(recursive=True)
        return []

    def processes(self, target: str) -> list[psutil.Process]:
        below = self.below()
        if target == "dyno up":
            return [psutil.Process(self.process.pid)]
        if target == "everything":
            return [psutil.Process(self.process.pid), *below]
        if target in ("load tool", "one load tool"):
            return named(below, *LOAD_TOOLS)[: 1 if target == "one load tool" else None]
        if target == "holder":
            return [process for process in below if _HOLDER in " ".join(process.cmdline())]
        parts = parts_below(below)
        if target.startswith("nginx-"):
            agents = [psutil.Process(pid) for pid in parts.get(f"agent-{target[6:]}", [])]
            return named([child for agent in agents for child in agent.children(recursive=True)], "nginx")
        return [psutil.Process(pid) for pid in parts.get(target, [])]

    def running(self) -> list[psutil.Process]:
        if not self.has_settings:
            return named(self.below(), *LOAD)
        # whoever their parent is now: nobody else's nginx is in this network
        return [p for p in named(list(psutil.process_iter()), *LOAD) if _network_of(p.pid) == _network_of()]

    def settings(self) -> dict[str, str]:
        return {ACCEPT: Sysctl().read(ACCEPT)} if self.has_settings else {}

    @contextmanager
    def broker(self) -> Iterator[redis.Redis]:
        """Redis with every right, which nobody of Dynoboard has."""
        socket = socket_directory(self.data, "redis") / "redis.sock"
        password = Layout(self.data).secret("broker-password")
        control = redis.Redis(unix_socket_path=str(socket), username="control", password=password)
        control.execute_command("ACL", "SETUSER", _ADMIN, "on", f">{password}", "~*", "&*", "+@all")
        with redis.Redis(unix_socket_path=str(socket), username=_ADMIN, password=password) as client:
            yield client
        control.execute_command("ACL", "DELUSER", _ADMIN)
        control.close()


def _network_of(pid: int | None = None) -> str:
    """The network namespace of a process, or of this thread."""
    try:
        return os.readlink(f"/proc/{pid}/ns/net" if pid else "/proc/thread-self/ns/net")
    except OSError:
        return ""


def private_network() -> bool:
    """From now on this thread, and what it starts, has a network of its own; False when that is refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0 or libc.unshare(_CLONE_NEWNET):
        return False
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    return True


@contextmanager
def one_machine(
    prepared: Callable[[Path], AbstractContextManager[object]] = nullcontext,
) -> Iterator[OneMachine]:
    """A fresh stack for the calling thread, which may not end before it; `prepared` is about its folder."""
    folder = Path(tempfile.mkdtemp(prefix="dyno-f-"))
    lab = None
    try:
        with prepared(folder):
            try:
                lab = OneMachine(folder, folder / "lock", private_network())
                yield lab
            finally:
                if lab:
                    lab.stop()
                    _end(lab)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end(lab: OneMachine) -> None:
    """What a broken stack leaves behind."""
    for process in lab.running():
        with suppress(psutil.Error):
            process.kill()
