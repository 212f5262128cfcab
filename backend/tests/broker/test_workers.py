"""A real worker of an agent with the rights of an agent: it takes jobs, and comes back by itself."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery
from kombu.entity import Queue

from agents.contract.jobs import TASK_NAME, queue_of
from agents.tests.ports import free_port
from backend.broker.acl import agent_rules, digest, user_of, with_user
from backend.cli.embedded.authority import authority
from backend.cli.embedded.process import serving, tether, wait_until
from backend.cli.embedded.redis import STOP_SIGNAL
from backend.cli.embedded.tls import BrokerProxy
from backend.tests.broker.servers import Server, prepared, running

HOST, PASSWORD = "0a1b2c3d4e5f6g", "agent's password"
Start = Callable[..., Path]


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dyno-acl-") as found:
        Path(found).chmod(0o711)
        yield Path(found)


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Starts a worker; where its output is."""
    workers: list[subprocess.Popen[bytes]] = []

    def start(url: str, *ca: str) -> Path:
        taken = folder / "taken"
        with taken.open("wb") as out, (folder / "worker.log").open("wb") as log:
            argv = [sys.executable, str(Path(__file__).with_name("worker_process.py")), url, HOST, *ca]
            workers.append(subprocess.Popen(tether(argv, STOP_SIGNAL), stdout=out, stderr=log))
        return taken

    yield start
    for worker in workers:
        worker.terminate()
        worker.wait(60)


def allow(server: Server) -> None:
    server.control.execute_command("ACL SETUSER", user_of(HOST), *agent_rules(HOST, digest(PASSWORD)))


def send(server: Server, payload: str) -> None:
    """As the control plane does, with its rights."""
    app = Celery(broker=server.server.url().replace("unix://", "redis+socket://"), set_as_current=False)
    with app.connection_for_write() as connection:
        queue = Queue(queue_of(HOST), no_declare=True)
        envelope = {"key": "0" * 16, "body": payload, "signature": f"{'A' * 86}=="}
        app.send_task(TASK_NAME, [envelope], queue=queue, connection=connection)


def as_agent(server: Server) -> str:
    url = server.server.url().replace("unix://", "redis+socket://")
    return with_user(url, user_of(HOST), PASSWORD)


def arrives(taken: Path, payload: str) -> None:
    wait_until(lambda: payload in taken.read_text().split(), payload, 60)


def test_it_takes_jobs_and_comes_back_after_a_redis_that_was_killed_and_lost_its_users(
    folder: Path, start: Start
) -> None:
    with running(folder) as server:
        allow(server)
        taken = start(as_agent(server))
        send(server, "first")
        arrives(taken, "first")
        server.kill()
    with running(folder) as server:
        assert user_of(HOST) not in server.admin.acl_users()
        allow(server)  # as the sweep does
        send(server, "second")
        arrives(taken, "second")
        refused = [entry["object"] for entry in server.admin.acl_log() if entry["username"] == user_of(HOST)]
        # its library would like to say its name, and signs in again before the new server knows it
        assert set(refused) <= {"client", "AUTH", "HELLO"}
        assert server.admin.keys("_kombu*") == []


def test_it_is_cut_off_at_once_and_comes_back_when_it_is_let_in_again(folder: Path, start: Start) -> None:
    with running(folder) as server:
        allow(server)
        taken = start(as_agent(server))
        send(server, "first")
        arrives(taken, "first")
        server.control.execute_command("ACL DELUSER", user_of(HOST))
        assert [one for one in server.admin.client_list() if one["user"] == user_of(HOST)] == []
        send(server, "second")
        allow(server)
        arrives(taken, "second")


def test_it_comes_in_by_the_door_when_the_ca_is_its_own_alone(folder: Path, start: Start) -> None:
    server = prepared(folder)
    proxy = BrokerProxy("127.0.0.1", free_port(), folder / "proxy")
    ours, foreign = authority(folder / "ours"), authority(folder / "foreign")
    proxy.open_for(ours)
    opened = serving(proxy.argv(server.socket), server.ready, STOP_SIGNAL, folder / "proxy.log")
    with serving(server.argv(), server.ready, STOP_SIGNAL, folder / "log"), opened:
        allow(Server(server))
        url = with_user(proxy.url, user_of(HOST), PASSWORD)
        send(Server(server), "first")
        taken = start(url, str(foreign.certificate))
        wait_until(lambda: "verify failed" in (folder / "worker.log").read_text(), "the refusal", 60)
        assert taken.read_text() == ""
        taken = start(url, str(ours.certificate))
        arrives(taken, "first")
