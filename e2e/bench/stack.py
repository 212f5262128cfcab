"""A Dynoboard of its own for the benchmarks: `dyno up` on a free port with fresh data, seen from outside."""

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg

from agents.contract.states import ExperimentState
from agents.tests.ports import free_port
from backend.cli.access import find_access
from backend.cli.client import Api
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.postgres import Postgres
from backend.cli.embedded.process import socket_directory
from backend.cli.embedded.redis import Redis
from backend.cli.embedded.servers import DATABASE
from backend.tests.cli.stack import await_ready, command

HOSTS = ("load", "proxy", "backend")
SETTLE_S = 3.0  # start-up work is over: enrolment, facts, the first sweep
_WORDS = {
    "backend.cli.server.idle_uvicorn": "api",
    "worker.app worker": "worker",
    "worker.beat beat": "beat",
    "redis-server": "redis",
    "postgres": "postgres",
    "supervisord": "supervisord",
} | {f"--name {host}": f"agent-{host}" for host in HOSTS}


@dataclass
class Stack:
    """A stack that is up; every experiment runs on its three agents."""

    process: subprocess.Popen[str]
    data: Path
    api: Api

    def __post_init__(self) -> None:
        sockets = socket_directory(self.data, "postgres")
        self.database_url = Postgres(self.data / "postgres", sockets, {}).url(DATABASE)
        plain = self.database_url.replace("+psycopg", "")
        self.database = psycopg.connect(plain, autocommit=True)
        socket = socket_directory(self.data, "redis") / "redis.sock"
        self.redis_url = Redis(self.data / "redis", socket, Layout(self.data).secret("broker-password")).url()

    def parts(self) -> dict[str, list[int]]:
        """Name of a part of Dynoboard → its process ids; nginx and load tools are not parts."""
        below = parts_below(psutil.Process(self.process.pid).children(recursive=True))
        return {"dyno up": [self.process.pid], **below}

    def servers(self) -> list[int]:
        """Process ids of every nginx that its agents run."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        return [process.pid for process in below if _name(process) == "nginx"]

    def launch(self, definition: dict[str, Any], seed: int = 1) -> str:
        """The id of a new experiment."""
        return self.api.post("/experiments", {"definition": definition, "seed": seed})["id"]

    def wait(self, experiment_id: str, within_s: float = 180) -> None:
        """Until it has finished; asks the database, so that the API has nothing to do with the waiting."""
        deadline = time.monotonic() + within_s
        while not (state := self.state(experiment_id)).is_final:
            if time.monotonic() > deadline:
                raise RuntimeError(f"experiment {experiment_id} is still {state} after {within_s:.0f} s")
            time.sleep(0.1)
        if state is not ExperimentState.FINISHED:
            failure = self.api.get(f"/experiments/{experiment_id}")["failure"]
            raise RuntimeError(f"experiment {experiment_id} {state}: {failure}")

    def state(self, experiment_id: str) -> ExperimentState:
        found = self.query("select state from experiments where id = %s", experiment_id)
        return ExperimentState(found[0][0])

    def query(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        return self.database.execute(text.encode(), values).fetchall()

    def trials(self, experiment_id: str) -> list[tuple[float, float]]:
        """When the load tool of each trial started and ended (epoch seconds), in order."""
        return self.query(
            "select extract(epoch from started_at)::float8, extract(epoch from ended_at)::float8 "
            "from trials where experiment_id = %s and started_at is not null order by started_at",
            experiment_id,
        )


def _name(process: psutil.Process) -> str:
    """Empty when it is gone."""
    with suppress(psutil.Error):
        return process.name()
    return ""


def parts_below(processes: Sequence[psutil.Process]) -> dict[str, list[int]]:
    """Name of a part → those of the processes of a stack that are it."""
    found: dict[str, list[int]] = {}
    for process in processes:
        with suppress(psutil.Error):
            line = " ".join(process.cmdline())
            name = next((name for words, name in _WORDS.items() if words in line), None)
            if name:
                found.setdefault(name, []).append(process.pid)
    return found


@contextmanager
def running_stack(silent_after_s: float | None = 60) -> Iterator[Stack]:
    """Start Dynoboard, wait until its agents are online and it is at rest; stop it and remove its data.

    `silent_after_s`: by default long, because `fidelity` stops agents for seconds; None: as people have it.
    """
    silence = {"DYNO_HOST_SILENT_AFTER_S": str(silent_after_s)} if silent_after_s else {}
    with tempfile.TemporaryDirectory(prefix="dyno-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL and nginx's workers run as other users
        data, port = Path(folder) / "data", free_port()
        process = subprocess.Popen(
            command(data, port),
            env={**os.environ, **silence},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            await_ready(process)
            url = f"http://127.0.0.1:{port}"
            stack = Stack(process, data, Api(url, find_access(url).token, timeout_s=120))
            time.sleep(SETTLE_S)
            with stack.database:
                yield stack
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def watcher(stack: Stack) -> Iterator[list[str]]:
    """One browser's worth of live stream: the lines that came, read as they come."""
    lines: list[str] = []
    ended = threading.Event()

    def read() -> None:
        with suppress(httpx.HTTPError), client.stream("GET", "/api/v1/events") as answer:
            for line in answer.iter_lines():
                lines.append(line)
                if ended.is_set():
                    return

    headers = {"Authorization": f"Bearer {find_access(stack.api.url).token}"}
    with httpx.Client(base_url=stack.api.url, headers=headers, timeout=None, trust_env=False) as client:
        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        try:
            yield lines
        finally:
            ended.set()
