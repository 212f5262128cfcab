"""The embedded PostgreSQL and Redis, for real."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
import redis
import sqlalchemy
from redis.exceptions import NoPermissionError

from backend.cli.embedded.postgres import STOP_SIGNAL, THROWAWAY, TUNING, Postgres
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.process import serving, socket_directory, tether, wait_until
from backend.cli.embedded.redis import STOP_SIGNAL as STOP_REDIS
from backend.cli.embedded.redis import Redis


def test_postgres_answers_over_its_socket(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url)
    with engine.connect() as session:
        assert str(session.scalar(sqlalchemy.text("show server_version"))).startswith("18.")
        assert session.scalar(sqlalchemy.text("show listen_addresses")) == ""
    engine.dispose()


def test_redis_answers_over_its_socket(redis_url: str) -> None:
    client = redis.Redis.from_url(redis_url)
    assert client.ping()
    client.close()


def test_postgres_keeps_data_and_leaves_closed_parents_closed(tmp_path: Path) -> None:
    """pytest's directories are closed to other users: they stay so, as root too."""
    server = Postgres(tmp_path / "postgres", tmp_path / "sockets", {**TUNING, **THROWAWAY})
    for _ in range(2):
        server.initialise()
        with serving(server.argv(), server.ready, STOP_SIGNAL, tmp_path / "log"):
            server.ensure_database("kept")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    with serving(server.argv(), server.ready, STOP_SIGNAL, tmp_path / "log"):
        assert _databases(server) >= {"kept"}


def test_postgres_starts_beside_the_number_of_a_killed_one(tmp_path: Path) -> None:
    """Its parent has not collected it; later another program has its number."""
    server = Postgres(tmp_path / "postgres", tmp_path / "sockets", {**TUNING, **THROWAWAY})
    server.initialise()
    killed = subprocess.Popen(server.argv(), stderr=subprocess.DEVNULL)
    wait_until(server.ready, "the first server")
    (lock,) = server.data.glob("postmaster.pid")
    helpers = psutil.Process(killed.pid).children()
    killed.kill()
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)  # it ended, and stays a zombie
    psutil.wait_procs(helpers, 20)
    other = subprocess.Popen(["sleep", "60"])
    try:
        for number in (killed.pid, other.pid):
            lock.write_text(f"{number}\n")
            server.initialise()
            with serving(server.argv(), server.ready, STOP_SIGNAL, tmp_path / "log"):
                assert _databases(server)
    finally:
        other.kill()
        other.wait()
        killed.wait()


def test_server_that_cannot_start_gives_its_reason(tmp_path: Path) -> None:
    server = Postgres(
        tmp_path / "postgres", tmp_path / "sockets", {**TUNING, **THROWAWAY, "no_such_setting": "1"}
    )
    server.initialise()
    with (
        pytest.raises(StackProblem, match="no_such_setting"),
        serving(server.argv(), server.ready, STOP_SIGNAL, tmp_path / "log"),
    ):
        pass


def test_a_killed_parent_takes_its_server_along() -> None:
    code = "import subprocess, sys; p = subprocess.Popen(sys.argv[1:]); print(p.pid, flush=True); p.wait()"
    command = tether(["sleep", "60"], signal.SIGTERM)
    parent = subprocess.Popen([sys.executable, "-c", code, *command], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    wait_until(lambda: child.name() == "sleep", "sleep")
    parent.kill()
    parent.communicate()
    wait_until(lambda: _has_ended(child), "the end of sleep")


def test_sockets_of_a_long_path_are_put_where_they_fit(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 90)
    deep.mkdir()
    directory = socket_directory(deep, "postgres")
    assert len(os.fsencode(directory)) < 80
    assert socket_directory(deep, "postgres") == directory
    directory.rmdir()
    directory.parent.rmdir()


def _databases(server: Postgres) -> set[str]:
    engine = sqlalchemy.create_engine(server.url("postgres"))
    with engine.connect() as session:
        names = set(session.scalars(sqlalchemy.text("select datname from pg_database")))
    engine.dispose()
    return names


def test_redis_belongs_to_the_control_plane_and_is_not_root(tmp_path: Path) -> None:
    """pytest's directories are closed to other users; what an earlier version left there was root's."""
    server = Redis(tmp_path / "redis", tmp_path / "sockets" / "redis.sock", "s3cret/word")
    (tmp_path / "redis" / "appendonlydir").mkdir(parents=True)
    for _ in range(2):
        server.initialise()
        assert "s3cret" not in " ".join(server.argv()) + server.users.read_text()
        assert stat.S_IMODE(server.users.stat().st_mode) == 0o600
        with serving(server.argv(), server.ready, STOP_REDIS, tmp_path / "log"):
            client = redis.Redis.from_url(server.url())
            assert client.set("dyno:kept", "here")
            with pytest.raises(NoPermissionError):
                client.config_get("*")
            running = [process for process in psutil.process_iter() if str(server.socket) in _words(process)]
            assert running
            assert os.geteuid() != 0 or all(process.uids().real for process in running)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_link_in_the_servers_folder_is_not_followed(tmp_path: Path) -> None:
    server = Redis(tmp_path / "redis", tmp_path / "sockets" / "redis.sock", "password")
    server.initialise()
    (tmp_path / "precious").write_text("kept")
    server.users.unlink()
    server.users.symlink_to(tmp_path / "precious")
    server.initialise()
    assert (tmp_path / "precious").read_text() == "kept"


def _has_ended(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
