"""A real `dyno up` for tests: started, asked, looked into, and stopped."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from backend.cli.embedded.leftovers import MARK

HOSTS = {"load", "proxy", "backend"}


@dataclass
class Up:
    """A `dyno up` that is ready."""

    process: subprocess.Popen[str]
    data: Path
    port: int

    def hosts(self) -> list[dict[str, Any]]:
        return httpx.get(f"http://127.0.0.1:{self.port}/api/v1/hosts", trust_env=False).json()

    def ready(self) -> bool:
        with suppress(httpx.TransportError):
            answer = httpx.get(f"http://127.0.0.1:{self.port}/readyz", trust_env=False)
            return answer.is_success and {host["name"] for host in self.hosts() if host["online"]} == HOSTS
        return False

    def parts(self, words: str) -> list[psutil.Process]:
        """The processes of this stack whose argument list holds `words`."""
        return [process for process in of_stack(self.data) if words in " ".join(process.cmdline())]


def of_stack(data: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # a zombie has no environment any more
            words = process.cmdline()
            marked = process.environ().get(MARK) == str(data) or f"{data}/" in " ".join(words)
            if marked and process.pid != os.getpid() and "pytest" not in words:
                found.append(process)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment_with(given: dict[str, str]) -> dict[str, str]:
    """Without the settings that other tests put into this process."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DYNO_")} | given


def command(data: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "backend.cli.main", "up", "--data", str(data), "--port", str(port)]


@contextmanager
def start_up(data: Path, **environment: str) -> Iterator[Up]:
    port = free_port()
    process = subprocess.Popen(
        command(data, port),
        cwd=data.parent,
        env=environment_with({"DYNO_AGENT_LOCK": str(data / "lock")} | environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = []
        while not any("Dynoboard is at" in line for line in told):
            line = process.stdout.readline()
            assert line, told
            told.append(line)
        yield Up(process, data, port)
    finally:
        process.terminate()
        process.communicate(timeout=60)
