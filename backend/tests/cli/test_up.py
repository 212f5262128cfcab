"""`dyno up` from outside: it starts, mends itself, keeps its data, and leaves nothing running."""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import sqlalchemy

from agents.tests.ports import free_port
from backend.cli.embedded.process import wait_until
from backend.cli.migrate import upgrade
from backend.tests.cli.stack import HOSTS, Up, command, environment_with, kill, of_stack, start_up

# starts whole stacks: slow on a machine that has other things to do
pytestmark = pytest.mark.timeout(300)


def _refused(data: Path, port: int, **environment: str) -> str:
    """The one line of a `dyno up` that must not start."""
    done = subprocess.run(
        command(data, port),
        check=False,
        cwd=data.parent,
        env=environment_with(environment),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    """A short path that PostgreSQL's account can pass."""
    found = Path(tempfile.mkdtemp(prefix="dyno-up-"))
    found.chmod(0o711)
    yield found
    shutil.rmtree(found, ignore_errors=True)


def test_all_three_hosts_are_online_when_it_says_so(stack: Up) -> None:
    assert {host["name"] for host in stack.hosts() if host["online"]} == HOSTS
    assert all(
        (stack.data / "logs" / f"{part}.log").exists() for part in ("api", "worker", "beat", "agent-load")
    )


def test_a_second_one_on_the_same_directory_is_refused(stack: Up) -> None:
    assert f"in use by the `dyno up` with process id {stack.process.pid}" in _refused(stack.data, free_port())


def test_a_taken_port_is_one_line(stack: Up, directory: Path) -> None:
    line = _refused(directory / "other", stack.port)
    assert f"cannot listen on 127.0.0.1:{stack.port} (address already in use)" in line


def _dyno(stack: Up, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "backend.cli.main", *words, "--data", str(stack.data)],
        check=False,
        cwd=stack.data.parent,
        env=environment_with({}),
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_is_backed_up_and_looked_at_while_it_runs_and_is_not_restored_into(
    stack: Up, directory: Path
) -> None:
    file = directory / "server.dyno"
    done = _dyno(stack, "backup", str(file))
    assert done.returncode == 0, done.stderr
    assert "3 hosts" in done.stdout
    assert file.stat().st_mode & 0o777 == 0o600
    refused = _dyno(stack, "restore", str(file), "--replace")
    assert refused.returncode == 1
    assert f"in use by the `dyno up` with process id {stack.process.pid}: stop it first" in refused.stderr
    looked = _dyno(stack, "doctor", "--json")
    found = {one["about"]: one["state"] for one in json.loads(looked.stdout)["findings"]}
    servers = ("database", "schema", "broker", "beat", "worker", "rights")
    assert {about: found[about] for about in servers} == dict.fromkeys(servers, "well")


@pytest.mark.parametrize(
    "part",
    [
        pytest.param("backend.main:app", marks=pytest.mark.exhaustive),
        "worker.app worker",
        pytest.param("--roles proxy", marks=pytest.mark.exhaustive),
    ],
)
def test_a_part_that_is_killed_comes_back(stack: Up, part: str) -> None:
    killed = stack.parts(part)
    assert killed
    kill(killed)
    psutil.wait_procs(killed, 60)
    wait_until(lambda: bool(stack.parts(part)) and stack.ready(), part, 120)


@pytest.mark.parametrize(
    ("module", "part"), [("app", "worker"), pytest.param("beat", "beat", marks=pytest.mark.exhaustive)]
)
def test_a_part_that_stands_still_is_named_until_it_goes_on(stack: Up, module: str, part: str) -> None:
    wait_until(stack.ready, "the stack", 120)
    stopped = stack.parts(f"worker.{module} {part}")
    for process in stopped:
        process.suspend()
    try:
        wait_until(lambda: stack.troubles() == [f"{part}_silent"], "its name", 60)
        assert not stack.ready()
    finally:
        for process in stopped:
            process.resume()
    wait_until(lambda: stack.troubles() == [] and stack.ready(), "the end of the trouble", 120)


@pytest.mark.exhaustive
def test_data_is_found_again_and_nothing_is_left_running(directory: Path) -> None:
    data = directory / "kept"
    with start_up(data) as up:
        first = {host["name"]: host["id"] for host in up.hosts()}
    assert up.process.returncode == 0
    assert of_stack(data) == []
    with start_up(data) as up:
        assert {host["name"]: host["id"] for host in up.hosts()} == first
        up.process.send_signal(signal.SIGKILL)
        wait_until(lambda: not of_stack(data), "the end of a killed stack", 120)


@pytest.mark.exhaustive
def test_servers_that_run_elsewhere_are_used(directory: Path, empty_database: str, redis_url: str) -> None:
    data = directory / "external"
    with start_up(data, DYNO_DATABASE_URL=empty_database, DYNO_REDIS_URL=redis_url) as up:
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
    assert "The database is newer than this version" in _refused(
        directory / "new", free_port(), **environment
    )
