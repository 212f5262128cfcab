"""Where an agent sends load, and where its nginx may pass requests on to."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import BadStatusLine, HTTPException, RemoteDisconnected
from threading import Thread

import pytest

from agents.contract.addresses import DEFAULT_ALLOWED, parse_networks
from agents.contract.crowding import Tracked
from agents.contract.jobs import NginxSetup
from agents.contract.workload import Workload
from agents.failure import Cancelled, JobFailed
from agents.load import target as target_module
from agents.load.target import checked_target, describe_error, probe
from agents.proxy.setups import Setups
from agents.targets import Targets, parse_origins
from agents.tests.confs import conf, setup
from agents.tests.ports import free_port

SECOND = Workload.model_validate({"duration_s": 1})
NETWORKS = parse_networks(DEFAULT_ALLOWED)
DASHBOARD = ("127.0.0.1", 21080)  # even within the ports of agents
TARGETS = Targets(NETWORKS, origins=("127.0.0.1:3000", "localhost:3001"), control_plane=lambda: [DASHBOARD])


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("http://8.8.8.8:80", "outside the targets"),
        ("http://[2001:db8::1]:80", "outside the targets"),
        ("http://[::ffff:127.0.0.1]:21000", "outside the targets"),
        ("http://0.0.0.0:21000", "outside the targets"),
        ("http://127.0.0.1", "not of the form"),
        ("ftp://127.0.0.1:21", "not of the form"),
        ("http://127.0.0.1:80/x", "not of the form"),
        ("http://a@127.0.0.1:80", "not of the form"),
        ("http://no.such.host.invalid:80", "not known"),
        ("http://:x", "not an address"),
        ("http://127.0.0.1:21080", "is Dynoboard itself"),
        ("http://127.0.0.2:21080", "is Dynoboard itself"),
        ("http://[::1]:21080", "is Dynoboard itself"),
        ("http://127.0.0.1:8080", "a service of this host"),
        ("http://127.0.0.1:6379", "a service of this host"),
        ("http://127.1:22", "a name, and not one"),
        ("http://[::1]:22", "a service of this host"),
        ("http://localhost:3000", "a name, and not one"),
    ],
)
def test_targets_that_no_agent_talks_to(target: str, said: str) -> None:
    with pytest.raises(JobFailed, match=said) as caught:
        checked_target(target, TARGETS)
    assert caught.value.code == "target_refused"


@pytest.mark.parametrize(
    "target",
    ["http://127.0.0.1:21000", "http://127.0.0.1:3000", "http://10.1.2.3:81", "https://[fc00::1]:443"],
)
def test_servers_of_agents_and_of_the_operator_are_targets(target: str) -> None:
    assert checked_target(target, TARGETS) == target


def test_names_become_the_address_that_was_checked() -> None:
    assert checked_target("http://localhost:3001", TARGETS) in ("http://127.0.0.1:3001", "http://[::1]:3001")
    assert checked_target("http://10.1.2.3:81/", TARGETS) == "http://10.1.2.3:81"


def test_who_drops_new_connections_is_told_why_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    tracked = Tracked(count=262_144, most=262_144)
    monkeypatch.setattr(target_module, "read_tracked", lambda: tracked)
    with pytest.raises(JobFailed, match=r"netfilter tracks 262144 of 262144 .* raise net\.netfilter"):
        probe(f"http://127.0.0.1:{free_port()}", Workload.model_validate({"duration_s": 1}))
    tracked.count = 200_000
    with pytest.raises(JobFailed, match=r"does not answer: .*refused$"):
        probe(f"http://127.0.0.1:{free_port()}", Workload.model_validate({"duration_s": 1}))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BadStatusLine("\0\1garbage"), "what it sends is no HTTP"),
        (RemoteDisconnected("Remote end closed connection without response"), "without response"),
        (ConnectionResetError(104, "Connection reset by peer"), "Connection reset by peer"),
        (TimeoutError("timed out"), "timed out"),
    ],
)
def test_errors_of_a_backend_are_words(error: OSError | HTTPException, words: str) -> None:
    assert describe_error(error).endswith(words)
    assert "[Errno" not in describe_error(error)


@contextmanager
def silent_for(questions: int) -> Iterator[str]:
    """The address of a server that says nothing to so many requests, and answers the later ones."""
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as connections:

        def accept() -> socket.socket:
            return connections.enter_context(server.accept()[0])

        def serve() -> None:
            with suppress(OSError):  # the test is over
                for _ in range(questions):
                    accept()
                for _ in range(2):
                    connection = accept()
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    connection.recv(1000)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_target_that_stands_still_for_a_moment_is_asked_again() -> None:
    with silent_for(3) as target:
        assert probe(target, SECOND, timeout=0.3).status == 200
    with silent_for(4) as target, pytest.raises(JobFailed, match="does not answer: timed out"):
        probe(target, SECOND, timeout=0.1)


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """The address of a server that sends this to each request, then closes the connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):  # the test is over
                while True:
                    with server.accept()[0] as connection:
                        connection.recv(1000)
                        connection.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    ("framing", "text"),
    [
        ("Content-Length: 1500\r\n\r\nhalf", "/ breaks its answer off after 4 bytes of the 1,500 that"),
        ("Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "/ breaks its answer off after 4 bytes: see the"),
    ],
)
def test_an_answer_that_ends_too_early_is_broken(framing: str, text: str) -> None:
    answer = f"HTTP/1.1 200 OK\r\n{framing}".encode()
    with answering(answer) as target, pytest.raises(JobFailed, match=text):
        probe(target, SECOND)


@pytest.mark.parametrize(
    ("head", "size"),
    [("200 OK\r\nContent-Length: 4", 4), ("304 Not Modified\r\nContent-Length: 9", 0), ("200 OK\r\nX: y", 4)],
)
def test_an_answer_that_ends_as_it_says_is_whole(head: str, size: int) -> None:
    with answering(f"HTTP/1.1 {head}\r\n\r\nhalf".encode()) as target:
        assert probe(target, SECOND).bytes == size


def test_a_cancelled_job_does_not_ask_a_silent_target_again() -> None:
    def raise_cancelled() -> None:
        raise Cancelled

    with silent_for(1) as target, pytest.raises(Cancelled):
        probe(target, SECOND, timeout=0.1, check_cancelled=raise_cancelled)


@pytest.mark.parametrize(
    "origins", ["10.0.0.9", "10.0.0.9:0", "10.0.0.9:99999", "http://a:80", "a b:80", "$x:80"]
)
def test_what_is_no_server_of_an_operator(origins: str) -> None:
    with pytest.raises(ValueError, match="not of the form host:port"):
        parse_origins(origins)
    assert parse_origins("10.0.0.9:80, Web.local:81,[fc00::1]:82") == (
        "10.0.0.9:80",
        "web.local:81",
        "[fc00::1]:82",
    )


def test_nginx_does_not_pass_requests_on_to_services_of_its_host(setups: Setups) -> None:
    """A job that names the dashboard as a backend is refused by the agent too, whoever sent it."""
    strict = setups_with(setups, TARGETS)
    for address in ("127.0.0.1:21080", "127.0.0.1:6379", "127.0.0.1:8080"):
        text = conf(server=f"location / {{ proxy_pass http://{address}; }}")
        wanted: NginxSetup = setup("p", text, backends=[address])
        (prepared,) = strict.prepare([wanted], lambda: False)
        assert prepared.failure is not None
        assert prepared.failure.code == "policy"


def setups_with(setups: Setups, targets: Targets) -> Setups:
    setups._targets = targets
    return setups
