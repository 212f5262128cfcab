"""With one agent's credentials nothing of another host can be read, sent or stopped: on every Redis here."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import NoPermissionError, ResponseError

from backend.broker.acl import CONTROL_KEYS, agent_rules, digest, user_of
from backend.cli.embedded import redis as embedded
from backend.task_queue import get_celery
from backend.tests.broker.servers import Server, binaries, running

ME, OTHER, PASSWORD = "0a1b2c3d4e5f6g", "9z8y7x6w5v4t3s", "agent's password"
MINE, THEIRS = f"host.{ME}", f"host.{OTHER}"
SCRIPT = "return redis.call('lrange', KEYS[1], 0, -1)"

REFUSED: list[tuple[str, ...]] = [
    ("MONITOR",),
    ("KEYS", "*"),
    ("SCAN", "0"),
    ("RANDOMKEY",),
    ("DBSIZE",),
    ("INFO",),
    ("ROLE",),
    ("BRPOP", THEIRS, "1"),
    ("BRPOP", MINE, THEIRS, "1"),
    ("BRPOP", "control", "1"),
    ("BRPOP", f"{MINE}\x06\x163", "1"),
    ("BLMOVE", THEIRS, MINE, "LEFT", "LEFT", "1"),
    ("LMOVE", MINE, THEIRS, "LEFT", "LEFT"),
    ("LRANGE", THEIRS, "0", "-1"),
    ("LLEN", THEIRS),
    ("HGETALL", "unacked"),
    ("HGETALL", f"{THEIRS}.unacked"),
    ("ZRANGE", "unacked_index", "0", "-1"),
    ("LPUSH", THEIRS, "x"),
    ("LPUSH", "control", "x"),
    ("LPUSH", MINE, "x"),
    ("RPUSH", MINE, "x"),
    ("SADD", f"_kombu.binding.{MINE}", "x"),
    ("SADD", f"_kombu.binding.{THEIRS}", "x"),
    ("SADD", "_kombu.binding.celery.pidbox", "x"),
    ("SET", "dyno:api:up_since", "0"),
    ("DEL", THEIRS),
    ("DEL", MINE),
    ("RENAME", THEIRS, MINE),
    ("PUBLISH", "dyno:events", "{}"),
    ("PUBLISH", "/0.celery.pidbox", "{}"),
    ("SUBSCRIBE", "dyno:events"),
    ("PSUBSCRIBE", "*"),
    ("PUBSUB", "CHANNELS"),
    ("CONFIG", "GET", "*"),
    ("CONFIG", "SET", "dir", "/tmp"),
    ("ACL", "LIST"),
    ("ACL", "GETUSER", "control"),
    ("ACL", "SETUSER", MINE, "+@all"),
    ("ACL", "DELUSER", THEIRS),
    ("EVAL", SCRIPT, "1", THEIRS),
    ("EVAL", "while true do end", "0"),
    ("EVALSHA", "0" * 40, "0"),
    ("SCRIPT", "LOAD", SCRIPT),
    ("SCRIPT", "FLUSH"),
    ("SCRIPT", "KILL"),
    ("CLIENT", "LIST"),
    ("CLIENT", "KILL", "TYPE", "normal"),
    ("CLIENT", "PAUSE", "1000"),
    ("CLIENT", "NO-EVICT", "on"),
    ("FLUSHALL",),
    ("FLUSHDB",),
    ("SWAPDB", "0", "1"),
    ("DEBUG", "SLEEP", "1"),
    ("SHUTDOWN", "NOSAVE"),
    ("SAVE",),
    ("BGREWRITEAOF",),
    ("REPLICAOF", "127.0.0.1", "1"),
    ("SYNC",),
    ("MIGRATE", "127.0.0.1", "1", THEIRS, "0", "100"),
    ("DUMP", THEIRS),
    ("OBJECT", "ENCODING", THEIRS),
    ("MEMORY", "USAGE", THEIRS),
    ("SLOWLOG", "GET"),
    ("LATENCY", "LATEST"),
    ("MODULE", "LIST"),
    ("WAIT", "1", "0"),
]


@pytest.fixture(scope="module", params=binaries(), ids=lambda path: Path(path).parent.name)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="dyno-acl-") as folder:
        Path(folder).chmod(0o711)
        patch.setattr(embedded, "_binary", lambda: request.param)
        with running(Path(folder)) as found:
            yield found


@pytest.fixture
def agent(server: Server) -> redis.Redis:
    """A client with the rights of one host's agent, while two hosts have jobs waiting."""
    admin = server.admin
    admin.flushall()
    for host in (ME, OTHER):
        server.control.execute_command("ACL SETUSER", user_of(host), *agent_rules(host, digest(PASSWORD)))
    admin.lpush(MINE, "my job")
    admin.lpush(THEIRS, "their job")
    admin.hset("unacked", "tag", "their message")
    admin.script_load(SCRIPT)
    return server.client(MINE, PASSWORD)


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_an_agent_is_refused(agent: redis.Redis, server: Server, command: tuple[str, ...]) -> None:
    before = _everything(server)
    with refused():
        agent.execute_command(*command)
    assert _everything(server) == before


def refused() -> AbstractContextManager[object]:
    """For want of rights; Redis 7 refuses DEBUG to everybody, before it looks at them."""
    return pytest.raises(ResponseError, match=r"no permissions|DEBUG command not allowed")


def _everything(server: Server) -> dict[str, object]:
    admin = server.admin
    return {
        "keys": sorted(admin.keys()),
        "lists": [admin.lrange(name, 0, -1) for name in (MINE, THEIRS, "control")],
        "users": admin.acl_list(),
    }


def test_the_control_plane_gives_again_what_a_worker_had_that_died(server: Server) -> None:
    """A worker looks for such messages every other minute; refused that, it ended each time."""
    server.admin.flushall()
    info = {"exchange": "", "routing_key": "control"}
    message = {"body": "", "headers": {}, "properties": {"delivery_info": info}}
    server.admin.hset("unacked", "tag", json.dumps([message, "", "control"]))
    server.admin.zadd("unacked_index", {"tag": 1.0})  # taken long ago
    app = Celery(broker=server.server.url().replace("unix://", "redis+socket://"), set_as_current=False)
    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        channel.qos.restore_visible()
    assert server.admin.llen("control") == 1
    assert server.admin.keys("unacked*") == []  # nor the lock


def test_an_agent_may_do_three_things_with_one_key_and_no_channel(agent: redis.Redis, server: Server) -> None:
    rights: Any = server.admin.acl_getuser(MINE)
    assert set(rights["commands"]) == {"+brpop", "+ping", "+select"}
    assert rights["categories"] == ["-@all"]
    assert [key.removeprefix("~") for key in rights["keys"]] == [MINE]
    assert rights["channels"] == []
    assert "nopass" not in rights["flags"]
    assert agent.brpop([MINE], 1) == (MINE, "my job")


def test_nobody_comes_in_without_a_password(server: Server) -> None:
    nobody = redis.Redis(unix_socket_path=str(server.server.socket))
    with pytest.raises((ResponseError, redis.AuthenticationError)):
        nobody.ping()


def test_the_control_plane_has_what_it_needs_and_no_way_to_the_server(server: Server) -> None:
    control = server.control
    assert control.lpush(THEIRS, "job")
    for command in ("CONFIG GET *", "DEBUG SLEEP 0", "SHUTDOWN", "FLUSHALL", "KEYS *", "MONITOR", "SAVE"):
        with refused():
            control.execute_command(*command.split())
    for key in ("other", f"{CONTROL_KEYS[0]}x"):
        with pytest.raises(NoPermissionError):
            control.set(key, "x")


def test_what_is_taken_away_is_cut_off_at_once(agent: redis.Redis, server: Server) -> None:
    assert agent.ping()
    server.control.execute_command("ACL DELUSER", MINE)
    with pytest.raises(redis.ConnectionError):  # the connection that it had
        agent.ping()
    with pytest.raises(redis.AuthenticationError):  # and a new one
        agent.ping()


@pytest.mark.parametrize("name", ["shutdown", "add_consumer", "revoke", "pool_shrink"])
def test_nothing_can_be_broadcast_to_celery_workers(agent: redis.Redis, server: Server, name: str) -> None:
    """Workers take no orders through the broker at all; and an agent could not even send one."""
    app = Celery("intruder", broker=f"redis+socket://{MINE}:{PASSWORD}@{server.server.socket}")
    with pytest.raises((NoPermissionError, OperationalError)):
        app.control.broadcast(name, arguments={"queue": THEIRS, "task_id": "x"}, reply=False)
    assert get_celery().conf.worker_enable_remote_control is False
