"""In which ways a Redis takes no jobs, as the API finds them out: real servers."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from backend.broker.acl import CONTROL_USER
from backend.cli.embedded.process import wait_until
from backend.health.troubles import Look, Refusal
from backend.health.watch import look
from backend.tests.broker.servers import CONTROL, Server, running


@pytest.fixture
def server(server_directory: Path, tmp_path: Path) -> Iterator[Server]:
    folder = server_directory / tmp_path.name
    folder.mkdir(mode=0o711)
    with running(folder) as found:
        yield found


def seen(server: Server, before: Look | None = None) -> Look:
    client = redis.Redis(
        unix_socket_path=str(server.server.socket), username=CONTROL_USER, password=CONTROL, socket_timeout=30
    )
    with client:
        return look(client, before or Look(), 1.0)


def _replica(server: Server) -> None:
    server.admin.replicaof("127.0.0.1", "1")


def _full(server: Server) -> None:
    server.admin.config_set("maxmemory", "1")


def _unsaved(server: Server) -> None:
    """It shall keep snapshots, and its folder is gone."""
    server.admin.config_set("appendonly", "no")
    server.admin.config_set("save", "1 1")
    shutil.rmtree(server.server.data)
    server.admin.bgsave()
    wait_until(lambda: server.admin.info("persistence")["rdb_last_bgsave_status"] == "err", "a failure")


def _forbidden(server: Server) -> None:
    server.admin.execute_command("ACL SETUSER", CONTROL_USER, "-set")


@pytest.mark.parametrize(
    ("refusal", "harm"),
    [
        pytest.param("replica", _replica, marks=pytest.mark.exhaustive),
        ("full", _full),
        pytest.param("unsaved", _unsaved, marks=pytest.mark.exhaustive),
        ("refused", _forbidden),
        ("away", Server.kill),
    ],
)
def test_a_redis_that_takes_no_writes_is_told_from_one_that_does(
    server: Server, refusal: Refusal, harm: Callable[[Server], None]
) -> None:
    well = seen(server)
    assert well.refusal is None
    harm(server)
    found = seen(server, well)
    assert found.refusal == refusal
    assert found.reason


def test_it_is_well_again_once_it_takes_writes(server: Server) -> None:
    server.admin.config_set("maxmemory", "1")
    full = seen(server)
    server.admin.config_set("maxmemory", "0")
    assert (full.refusal, seen(server, full).refusal) == ("full", None)
