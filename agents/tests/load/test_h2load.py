"""h2load itself on a real nginx: what it spoke, every request, and connections that end."""

import hashlib
import random
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import ValidationError

from agents.catalog.histogram import decode
from agents.catalog.tools import LOAD_TOOLS
from agents.catalog.tools.h2load import log
from agents.contract.mix import MixEntry
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.load import http2_clear_text
from agents.load.driver import Outcome, make_argv, read_outcome, version_of
from agents.load.target import probe
from agents.observe.host_text import output_of
from agents.parse import NotAReport
from agents.tests.ports import free_port

TOOL = LOAD_TOOLS["h2load"]


class Ports(NamedTuple):
    """Ports of one nginx: HTTP/2 and HTTP/1.1 over TLS, HTTP/1.1 alone over TLS, h2c, plain HTTP/1.1."""

    both: int
    tls: int
    h2c: int
    plain: int
    closing: int  # h2 over TLS, 50 requests a connection
    folder: Path


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ports]:
    folder = tmp_path_factory.mktemp("nginx")
    key = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *key, "-days", "2", "-subj", "/CN=x"],
        check=True,
        capture_output=True,
    )
    ports = Ports(*(free_port() for _ in range(5)), folder=folder)
    kinds = {"both": "ssl http2", "tls": "ssl", "h2c": "http2", "plain": "", "closing": "ssl http2"}
    servers = [
        f"server {{ listen 127.0.0.1:{getattr(ports, name)} {kind}; "
        f"keepalive_requests {50 if name == 'closing' else 1000000}; "
        f"location /bad {{ return 503; }} location / {{ return 200 hello; }} "
        f"location /mix {{ access_log {folder}/mix.log mix; return 200 $request_uri; }} "
        f"location = /large {{ root {folder}; }} }}"
        for name, kind in kinds.items()
    ]
    (folder / "large").write_text("x" * 300_000)
    folder.chmod(0o755)
    conf = folder / "nginx.conf"
    conf.write_text(
        "user root; daemon off; error_log stderr crit; pid nginx.pid; events {} http { access_log off; "
        "log_format mix '$connection $server_protocol $request_method $request_uri $http_x_kind'; "
        f"ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem; {' '.join(servers)} }}"
    )
    nginx = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-p", folder, "-c", conf])
    try:
        subprocess.run(
            ["curl", "-sk", "--retry", "50", "--retry-connrefused", "--retry-delay", "0", "--retry-max-time",
             "10", f"https://127.0.0.1:{ports.both}/"],
            check=True,
            capture_output=True,
        )  # fmt: skip
        yield ports
    finally:
        nginx.terminate()
        nginx.wait()


def run(folder: Path, url: str, **more: object) -> Outcome:
    (folder / "out").mkdir()
    workload = Workload.model_validate({"tool": "h2load", "connections": 4} | more)
    argv = make_argv(TOOL, workload, url, folder)
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=True)
    return read_outcome(TOOL, done.stdout, done.stderr, folder, workload)


@pytest.mark.parametrize(
    ("scheme", "name", "more"),
    [
        ("https", "both", {"streams": 10, "requests": 3000}),
        ("https", "both", {"protocol": "h1", "requests": 3000, "threads": 2}),
        pytest.param("https", "tls", {"protocol": "h1", "duration_s": 1}, marks=pytest.mark.exhaustive),
        pytest.param(
            "http", "h2c", {"protocol": "h2", "streams": 3, "duration_s": 1}, marks=pytest.mark.exhaustive
        ),
        pytest.param("http", "plain", {"protocol": "h1", "requests": 3000}, marks=pytest.mark.exhaustive),
    ],
)
def test_every_request_is_in_its_histogram(
    tmp_path: Path, ports: Ports, scheme: str, name: str, more: dict[str, object]
) -> None:
    outcome = run(tmp_path, f"{scheme}://127.0.0.1:{getattr(ports, name)}/", **more)
    requests = outcome.figures["requests"]
    assert requests == more.get("requests", requests)
    assert requests
    assert outcome.latency is not None
    assert outcome.latency.counted == decode(outcome.latency.histogram).count == requests
    assert outcome.latency.fits(requests, outcome.errors["timeout"])
    assert outcome.figures["failed_requests"] == 0
    assert 0 < (outcome.figures["latency_p50"] or 0) <= (outcome.figures["latency_p99_99"] or 0)
    assert outcome.warnings == []


@pytest.mark.parametrize(
    ("scheme", "name", "protocol", "part"),
    [("https", "tls", "h2", "chose http/1.1, and the workload asks for HTTP/2. Set listen.http2 on")],
)
def test_another_protocol_than_asked_gives_no_figures(
    tmp_path: Path, ports: Ports, scheme: str, name: str, protocol: str, part: str
) -> None:
    with pytest.raises(NotAReport, match=part):
        run(tmp_path, f"{scheme}://127.0.0.1:{getattr(ports, name)}/", protocol=protocol, requests=100)


@pytest.mark.parametrize(
    ("name", "protocol", "more"),
    [
        ("plain", "h2", {"requests": 100}),
        ("plain", "h2", {"duration_s": 1}),
        ("h2c", "h1", {"requests": 100}),
        ("h2c", "h1", {"duration_s": 1}),
    ],
)
def test_a_server_that_speaks_another_protocol_on_a_plain_port_fails_every_request(
    tmp_path: Path, ports: Ports, name: str, protocol: str, more: dict[str, object]
) -> None:
    outcome = run(tmp_path, f"http://127.0.0.1:{getattr(ports, name)}/", protocol=protocol, **more)
    assert outcome.figures["requests"] == 0
    assert (outcome.figures["failed_requests"] or 0) >= 4
    assert outcome.latency is None


@pytest.mark.parametrize("more", [{"requests": 10_000}, {"duration_s": 1}, {"duration_s": 1, "streams": 10}])
def test_connections_that_the_server_ends_are_failures_and_not_a_slow_server(
    tmp_path: Path, ports: Ports, more: dict[str, object]
) -> None:
    outcome = run(tmp_path, f"https://127.0.0.1:{ports.closing}/", **more)
    assert outcome.figures["requests"] == 200
    assert (outcome.figures["failed_requests"] or 0) >= 4
    assert "closed 4 connections" in outcome.warnings[0]


def test_answers_with_an_error_are_failed_requests_with_a_latency(tmp_path: Path, ports: Ports) -> None:
    outcome = run(tmp_path, f"https://127.0.0.1:{ports.both}/bad", requests=500, streams=5)
    assert (outcome.figures["requests"], outcome.figures["failed_requests"]) == (500, 500)
    assert outcome.errors["status"] == 500
    assert outcome.latency is not None
    assert outcome.latency.counted == 500


@pytest.mark.parametrize(("path", "status", "body"), [("/", 200, b"hello"), ("/bad", 503, b"503")])
def test_a_port_that_speaks_http2_alone_is_asked_over_it(
    ports: Ports, path: str, status: int, body: bytes
) -> None:
    load = Workload.model_validate(
        {"tool": "h2load", "connections": 1, "requests": 1, "path": path, "host": "example.org",
         "headers": {"X-Long": "x" * 300}}
    )  # fmt: skip
    answer = probe(f"http://127.0.0.1:{ports.h2c}", load)
    assert (answer.status, answer.steady) == (status, True)
    if path == "/":
        assert answer.sha256 == hashlib.sha256(body).hexdigest()


@pytest.mark.parametrize(
    ("scheme", "name", "protocol"), [("https", "both", "h2"), ("https", "both", "h1"), ("http", "h2c", "h2")]
)
def test_each_connection_walks_a_mix_from_its_first_request(
    tmp_path: Path, ports: Ports, scheme: str, name: str, protocol: str
) -> None:
    paths = ["/mix/a?x=1", "/mix/b", "/mix/c%20d;e,f"]
    mix = [{"path": path, "headers": {"X-Kind": "own"}} for path in paths]
    load = {"tool": "h2load", "connections": 2, "requests": 8, "protocol": protocol, "mix": mix}
    workload = Workload.model_validate(load | {"host": "example.org"})
    url = f"{scheme}://127.0.0.1:{getattr(ports, name)}/"
    (tmp_path / "out").mkdir()
    argv = make_argv(TOOL, workload, url, tmp_path, [0, 1, 0, 2])
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert read_outcome(TOOL, done.stdout, done.stderr, tmp_path, workload).figures["failed_requests"] == 0
    by_connection: dict[str, list[list[str]]] = {}
    for line in (ports.folder / "mix.log").read_text().splitlines():
        connection, *words = line.split()
        by_connection.setdefault(connection, []).append(words)
    (ports.folder / "mix.log").write_text("")
    walk = [paths[0], paths[1], paths[0], paths[2]]
    version = {"h2": "HTTP/2.0", "h1": "HTTP/1.1"}[protocol]
    assert list(by_connection.values()) == [[[version, "GET", path, "own"] for path in walk]] * 2


@pytest.mark.parametrize("path", ["/a#b", "/ä", "/a\r\nb", "/a b"])
def test_a_path_that_h2load_would_change_is_not_sent(tmp_path: Path, path: str) -> None:
    mix = [MixEntry.model_construct(method="GET", path=path, weight=1, headers={}, body=None)]
    load = Workload.model_validate({"tool": "h2load", "duration_s": 1}).model_copy(update={"mix": mix})
    with pytest.raises(JobFailed, match="the mix is not sent"):
        make_argv(TOOL, load, "https://127.0.0.1:1/", tmp_path, [0])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        ([{"path": "/", "method": "POST"}], "mix[0] must not be a POST: h2load sends one method"),
        ([{"path": "/"}, {"path": "/", "headers": {"A": "b"}}], "mix[1] must have the method, headers"),
    ],
)
def test_a_mix_of_more_than_paths_is_refused(mix: list[dict[str, object]], words: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(words)):
        Workload.model_validate({"tool": "h2load", "duration_s": 1, "mix": mix})


def test_a_large_answer_over_http2_is_read_whole(ports: Ports) -> None:
    load = Workload.model_validate({"tool": "h2load", "connections": 1, "requests": 1, "path": "/large"})
    assert probe(f"http://127.0.0.1:{ports.h2c}", load).bytes == 300_000


@pytest.mark.parametrize("name", ["plain", "both"])
def test_a_plain_port_without_http2_is_named_before_the_load(ports: Ports, name: str) -> None:
    load = Workload.model_validate({"tool": "h2load", "connections": 1, "requests": 1})
    with pytest.raises(JobFailed, match="does not answer: ") as error:
        probe(f"http://127.0.0.1:{getattr(ports, name)}", load, timeout=2)
    assert error.value.code == "target_unreachable"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\xff" * 100,
        b"\x00\x00\x00\x04\x00\x00\x00\x00\x00" + b"\x00\x00\x01\x01\x05\x00\x00\x00\x01\x00",
        b"\x00\x00\x00\x07\x00\x00\x00\x00\x00",
        b"\x00\x00\x02\x00\x08\x00\x00\x00\x01\xff\xff" * 50,
    ],
    ids=["nothing", "HTTP/1.1", "junk", "a status of no number", "GOAWAY", "padding beyond the frame"],
)
def test_a_hostile_answer_is_a_sentence(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):  # who asked may have gone before
                connection.sendall(answer)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(65536)

        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(OSError, match=r"HTTP/2|reset"):
            http2_clear_text.get(server.getsockname(), {":path": "/"}, 5, 1000)
        thread.join()


def test_its_version_is_read() -> None:
    assert (version_of(TOOL, output_of) or "")[:2] in ("1.", "2.")


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"tool": "wrk", "streams": 10}, "wrk speaks HTTP/1 only; leave streams out, or use h2load"),
        ({"tool": "wrk", "protocol": "h2"}, "leave protocol out"),
        ({"protocol": "h1", "streams": 10}, "streams need HTTP/2"),
        ({"streams": 0}, "greater than or equal to 1"),
        ({"streams": 1001}, "less than or equal to 1000"),
        ({"protocol": "h3"}, "'h1' or 'h2'"),
        ({"keepalive": False}, "h2load keeps its connections open"),
        ({"requests": 3, "duration_s": None}, "at least as many requests as connections"),
        ({"threads": 5}, "must not be more than connections"),
    ],
)
def test_what_it_cannot_do_is_refused(fields: dict[str, object], part: str) -> None:
    with pytest.raises(ValidationError, match=part):
        Workload.model_validate({"tool": "h2load", "connections": 4, "duration_s": 1} | fields)


def test_fields_that_are_not_set_are_not_sent_to_agents() -> None:
    assert not {"protocol", "streams"} & Workload.model_validate({"duration_s": 1}).model_dump().keys()


ROWS = b"".join(b"1795707993784849\t200\t%d\n" % us for us in range(1, 1001))


def test_a_log_in_any_pieces_gives_the_same() -> None:
    whole = log.read([ROWS])
    assert whole is not None
    assert (whole.histogram.count, whole.min_s, whole.max_s) == (1000, 1e-6, 1e-3)
    cuts = sorted(random.Random(1).sample(range(len(ROWS)), 50))
    assert log.read(ROWS[a:b] for a, b in zip([0, *cuts], [*cuts, len(ROWS)], strict=True)) == whole


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        ROWS[:-1],
        ROWS[:-3],
        ROWS + b"x\n",
        ROWS.replace(b"\t5\n", b"\t-5\n"),
        ROWS + b"1\t200\t9999999999\n",
        ROWS + b"1\t2000\t5\n",
        b"1795707993784849\t-1\t50\n",
        b"\x00" * 5_000_000,
    ],
    ids=["empty", "blank", "no end", "cut", "junk", "negative", "hours", "status", "only failed", "one line"],
)
def test_a_log_that_is_not_whole_gives_no_percentiles(text: bytes) -> None:
    assert log.read([text]) is None


def test_failed_streams_have_no_latency() -> None:
    measured = log.read([ROWS, b"1795707993784849\t-1\t50\n"])
    assert measured is not None
    assert measured.histogram.count == 1000
