"""A Redis whose disk is full refuses every message; workers wait for it and go on when there is room."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import redis

from backend.cli.embedded.process import wait_until
from backend.tests.broker.servers import Server, running
from backend.tests.broker.test_workers import Start, allow, arrives, as_agent, folder, send, start

__all__ = ("folder", "start")
pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system"),
]


@pytest.fixture
def small(folder: Path) -> Iterator[Path]:
    """8 MB."""
    small = folder / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m,mode=711", "dyno", small], check=True)
    yield small
    subprocess.run(["umount", "--lazy", small], check=True)


@contextmanager
def full(folder: Path, server: Server) -> Iterator[None]:
    """Until Redis itself says so."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass

    def refuses() -> bool:
        try:
            server.admin.set("large", "x" * 8192)
        except redis.ResponseError as error:
            return "MISCONF" in str(error)
        return False

    wait_until(refuses, "the refusal of Redis")
    yield
    filler.unlink()


@pytest.mark.exhaustive
def test_an_agents_worker_goes_on_when_there_is_room_again(folder: Path, small: Path, start: Start) -> None:
    with running(small) as server:
        allow(server)
        taken = start(as_agent(server))
        send(server, "first")
        arrives(taken, "first")
        log = folder / "worker.log"
        with full(small, server):
            wait_until(lambda: "Connection to broker lost" in log.read_text(), "the worker to notice", 60)
        wait_until(lambda: bool(server.admin.ping()), "Redis")
        wait_until(lambda: _is_written(server), "Redis to write again")
        send(server, "second")
        arrives(taken, "second")


def _is_written(server: Server) -> bool:
    try:
        return bool(server.admin.set("small", "x"))
    except redis.ResponseError:
        return False
