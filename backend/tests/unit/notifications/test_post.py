"""A POST goes to the address that was checked and to no other, within its time."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.tests.ports import free_port
from backend.cli.embedded.authority import Authority, authority
from backend.notifications.web.addresses import Allowed, allowed_by
from backend.notifications.web.post import NotSent, post
from backend.notifications.web.urls import Target, read
from backend.tests.receivers import Hook, hook, server_context

LOOPBACK = allowed_by("127.0.0.0/8")


@pytest.fixture
def victim() -> Iterator[Hook]:
    """A service of the machine itself that must hear nothing."""
    with hook() as made:
        yield made


class Resolver:
    """Answers with these addresses, one list for each time that it is asked."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, host: str, port: int, **_: Any) -> list[tuple[Any, ...]]:
        self.asked += 1
        answer = self.answers.pop(0)
        return [(None, None, None, "", (address, port)) for address in answer]


def send(target: Target, allowed: Allowed, **more: Any) -> str:
    return post(target, b"{}", {"webhook-id": "1"}, allowed, **more)


def test_it_arrives_with_its_headers(victim: Hook) -> None:
    assert send(read(f"{victim.url}/a?b=c", LOOPBACK), LOOPBACK) == "answered 200"
    ((path, headers, body),) = victim.came
    assert (path, body, headers["webhook-id"]) == ("/a?b=c", b"{}", "1")
    assert headers["host"] == f"127.0.0.1:{victim.port}"


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["169.254.169.254"]],
)
def test_a_name_that_leads_inside_reaches_nobody(victim: Hook, addresses: list[str]) -> None:
    target = Target("http", "evil.test", victim.port, "/")
    with pytest.raises(NotSent, match=r"no public address|stands for"):
        send(target, allowed_by(""), resolve=Resolver(addresses))
    assert victim.came == []


def test_a_name_is_looked_up_once_and_the_checked_address_is_called(victim: Hook) -> None:
    """The second answer of a name that is bound anew is never asked for."""
    resolver = Resolver(["127.0.0.1"], ["127.0.0.2"])
    target = Target("http", "hook.test", victim.port, "/")
    send(target, allowed_by("hook.test"), resolve=resolver)
    assert resolver.asked == 1
    assert victim.came[0][1]["host"] == f"hook.test:{victim.port}"


def test_spellings_that_only_the_resolver_understands_are_checked_as_well(victim: Hook) -> None:
    for host in ("2130706433", "0x7f.1", "127.1", "localhost"):
        with pytest.raises(NotSent, match=r"no public address|not found"):
            send(Target("http", host, victim.port, "/"), allowed_by(""))
    assert victim.came == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(victim: Hook, status: int) -> None:
    with hook() as first:
        first.answers, first.location = [status], f"{victim.url}/latest/meta-data/"
        with pytest.raises(NotSent, match="redirect"):
            send(read(first.url, LOOPBACK), LOOPBACK)
        assert len(first.came) == 1
    assert victim.came == []


def test_every_answer_but_2xx_has_not_arrived(victim: Hook) -> None:
    victim.answers = [204, 404, 500]
    assert send(read(victim.url, LOOPBACK), LOOPBACK) == "answered 204"
    for status in (404, 500):
        with pytest.raises(NotSent, match=f"answered {status}"):
            send(read(victim.url, LOOPBACK), LOOPBACK)


@pytest.mark.parametrize("drip", [b"HTTP/1.1 100 Continue\r\n\r\n", b"H", b"X-A: b\r\n", b""])
def test_one_that_never_ends_its_answer_is_left(drip: bytes) -> None:
    """A byte now and then renews the timeout of a socket, but not the time that a delivery has."""
    server = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def trickle() -> None:
        connection, _ = server.accept()
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\n" if drip.startswith(b"X") else b"")
            while not over.wait(0.01):
                connection.sendall(drip)
        except OSError:
            pass

    thread = threading.Thread(target=trickle, daemon=True)
    thread.start()
    begun = time.monotonic()
    with pytest.raises(NotSent, match=r"no answer within|no connection in time|100 headers|got more than"):
        send(read(f"http://127.0.0.1:{server.getsockname()[1]}", LOOPBACK), LOOPBACK, within_s=0.5)
    assert time.monotonic() - begun < 20
    over.set()
    thread.join(10)
    server.close()


def test_what_is_no_http_is_said() -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        connection, _ = server.accept()
        connection.sendall(b"220 this is mail\r\n")
        connection.recv(4096)
        connection.close()

    threading.Thread(target=talk, daemon=True).start()
    with pytest.raises(NotSent, match="no web server") as refusal:
        send(read(f"http://127.0.0.1:{server.getsockname()[1]}", LOOPBACK), LOOPBACK)
    assert "220" not in str(refusal.value), "of an answer only its status is read"
    server.close()


def test_nobody_there_is_said() -> None:
    port = free_port()
    with pytest.raises(NotSent, match="refused"):
        send(read(f"http://127.0.0.1:{port}", LOOPBACK), LOOPBACK)


def test_a_port_without_tls_is_said_in_words(victim: Hook) -> None:
    target = Target("https", "hook.test", victim.port, "/x")
    with pytest.raises(NotSent, match="speaks no TLS") as refusal:
        send(target, allowed_by("hook.test"), resolve=Resolver(["127.0.0.1"]))
    assert "_ssl" not in str(refusal.value)


@pytest.fixture(scope="module")
def ca(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("ca") / "ca")


def test_over_tls_the_certificate_is_that_of_the_name(ca: Authority, tmp_path: Path) -> None:
    allowed = allowed_by("hook.test,other.test")
    trusting = ssl.create_default_context(cafile=str(ca.certificate))
    with hook(server_context(ca, ["hook.test"], tmp_path)) as made:
        good, other = (Target("https", name, made.port, "/x") for name in ("hook.test", "other.test"))
        here = ["127.0.0.1"]
        assert send(good, allowed, resolve=Resolver(here), context=trusting) == "answered 200"
        for target, context in ((other, trusting), (good, None)):
            with pytest.raises(NotSent, match="certificate"):
                send(target, allowed, resolve=Resolver(here), context=context)
        assert [headers["host"] for _, headers, _ in made.came] == [f"hook.test:{made.port}"]
