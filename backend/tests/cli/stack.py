"""A real `dyno up` for tests: started, asked, looked into, and stopped."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from agents.tests.ports import free_port
from backend.cli.embedded.leftovers import MARK

HOSTS = {"load", "proxy", "backend"}


@dataclass
class Up:
    """A `dyno up` that is ready."""

    process: subprocess.Popen[str]
    data: Path
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def bearer(self) -> dict[str, str]:
        """The header that opens its API."""
        return {"Authorization": f"Bearer {(self.data / 'secrets' / 'dashboard-token').read_text()}"}

    def hosts(self) -> list[dict[str, Any]]:
        return self._get("/api/v1/hosts").raise_for_status().json()

    def ready(self) -> bool:
        with suppress(httpx.TransportError):
            is_ready = self._get("/readyz", timeout_s=5).is_success
            return is_ready and {host["name"] for host in self.hosts() if host["online"]} == HOSTS
        return False

    def troubles(self) -> list[str]:
        """The codes of what the API says is wrong."""
        health = self._get("/api/v1/health").raise_for_status().json()
        return [trouble["code"] for trouble in health["troubles"]]

    def _get(self, path: str, timeout_s: float = 60) -> httpx.Response:
        """Without TLS, whose certificates of authorities would be read anew for each request of a wait."""
        return httpx.get(
            self.url + path, headers=self.bearer, trust_env=False, verify=False, timeout=timeout_s
        )

    def parts(self, words: str) -> list[psutil.Process]:
        """The processes of this stack whose argument list holds `words`."""
        return of_stack(self.data, words)


def of_stack(data: Path, words: str = "") -> list[psutil.Process]:
    """Those that live, and whose argument list holds `words`."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # a zombie has no environment any more
            own = process.cmdline()
            line = " ".join(own)
            marked = process.environ().get(MARK) == str(data) or f"{data}/" in line
            if marked and words in line and process.pid != os.getpid() and "pytest" not in own:
                found.append(process)
    return found


def kill(processes: Iterable[psutil.Process]) -> None:
    """Those that are still there: the end of one may be the end of others."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def await_ready(process: subprocess.Popen[str]) -> None:
    """Until `dyno up` says where it is; RuntimeError with what it said when it ends before."""
    assert process.stdout is not None
    said: list[str] = []
    while not any("Dynoboard is at" in line for line in said):
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"dyno up did not start: {''.join(said)}")
        said.append(line)
    threading.Thread(target=process.stdout.read, daemon=True).start()  # it must never wait for a reader


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
        await_ready(process)
        yield Up(process, data, port)
    finally:
        process.terminate()
        process.wait(60)
