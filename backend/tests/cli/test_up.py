"""`dyno up` from outside: it starts, mends itself, keeps its data, and leaves nothing running."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
import sqlalchemy

from backend.cli.embedded.leftovers import MARK
from backend.cli.embedded.process import wait_until
from backend.cli.migrate import upgrade

# starts whole stacks: slow on a machine that has other things to do
pytestmark = [pytest.mark.db, pytest.mark.timeout(300)]

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
        return [process for process in _of_stack(self.data) if words in " ".join(process.cmdline())]


def _of_stack(data: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # a zombie has no environment any more
            words = process.cmdline()
            marked = process.environ().get(MARK) == str(data) or f"{data}/" in " ".join(words)
            if marked and process.pid != os.getpid() and "pytest" not in words:
                found.append(process)
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(given: dict[str, str]) -> dict[str, str]:
    """Without the settings that other tests put into this process."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DYNO_")} | given


def _command(data: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "backend.cli.main", "up", "--data", str(data), "--port", str(port)]


def _refused(data: Path, port: int, **environment: str) -> str:
    """The one line of a `dyno up` that must not start."""
    done = subprocess.run(
        _command(data, port),
        check=False,
        cwd=data.parent,
        env=_environment(environment),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    return done.stderr


@contextmanager
def _up(data: Path, **environment: str) -> Iterator[Up]:
    port = _free_port()
    process = subprocess.Popen(
        _command(data, port),
        cwd=data.parent,
        env=_environment(environment),
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


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    """A short path that PostgreSQL's account can pass."""
    found = Path(tempfile.mkdtemp(prefix="dyno-up-"))
    found.chmod(0o711)
    yield found
    shutil.rmtree(found, ignore_errors=True)


@pytest.fixture(scope="module")
def stack(directory: Path) -> Iterator[Up]:
    with _up(directory / "shared") as up:
        yield up


def test_all_three_hosts_are_online_when_it_says_so(stack: Up) -> None:
    assert {host["name"] for host in stack.hosts() if host["online"]} == HOSTS
    assert all(
        (stack.data / "logs" / f"{part}.log").exists() for part in ("api", "worker", "beat", "agent-load")
    )


def test_a_second_one_on_the_same_directory_is_refused(stack: Up) -> None:
    assert f"in use by the `dyno up` with process id {stack.process.pid}" in _refused(
        stack.data, _free_port()
    )


def test_a_taken_port_is_one_line(stack: Up, directory: Path) -> None:
    line = _refused(directory / "other", stack.port)
    assert f"cannot listen on 127.0.0.1:{stack.port} (address already in use)" in line


@pytest.mark.parametrize("part", ["uvicorn backend.main:app", "worker.app worker", "--roles proxy"])
def test_a_part_that_is_killed_comes_back(stack: Up, part: str) -> None:
    killed = stack.parts(part)
    assert killed
    for process in killed:
        process.kill()
    psutil.wait_procs(killed, 10)
    wait_until(lambda: bool(stack.parts(part)) and stack.ready(), part, 30)


def test_data_is_found_again_and_nothing_is_left_running(directory: Path) -> None:
    data = directory / "kept"
    with _up(data) as up:
        first = {host["name"]: host["id"] for host in up.hosts()}
    assert up.process.returncode == 0
    assert _of_stack(data) == []
    with _up(data) as up:
        assert {host["name"]: host["id"] for host in up.hosts()} == first
        up.process.send_signal(signal.SIGKILL)
        wait_until(lambda: not _of_stack(data), "the end of a killed stack", 40)


def test_servers_that_run_elsewhere_are_used(directory: Path, empty_database: str, redis_url: str) -> None:
    data = directory / "external"
    with _up(data, DYNO_DATABASE_URL=empty_database, DYNO_REDIS_URL=redis_url) as up:
        assert up.ready()
        assert not (data / "postgres").exists()
        assert not (data / "redis").exists()


def test_a_database_newer_than_the_code_is_one_line(
    directory: Path, empty_database: str, redis_url: str
) -> None:
    upgrade(empty_database)
    engine = sqlalchemy.create_engine(empty_database)
    with engine.begin() as session:
        session.execute(sqlalchemy.text("update alembic_version set version_num = 'ffff00001111'"))
    engine.dispose()
    environment = {"DYNO_DATABASE_URL": empty_database, "DYNO_REDIS_URL": redis_url}
    assert "the database is newer than this version" in _refused(
        directory / "new", _free_port(), **environment
    )
