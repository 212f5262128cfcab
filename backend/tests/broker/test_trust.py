"""What an agent believes: the dashboard whose CA it was told, and nothing that others could overhear."""

import os
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agents.contract.heartbeat import Heartbeat
from agents.runner.api import ControlPlane, Unreachable
from agents.runner.options import parse_options
from agents.runner.trust import Trust, Untrusted, is_overheard, refuse_overheard
from backend.certificates import fingerprint
from backend.cli.embedded.authority import Authority, authority

BASE = ["--roles", "load", "--token", "t"]


class _Plane(BaseHTTPRequestHandler):
    """Shows the CA, and takes heartbeats."""

    ca = ""
    asked: list[str]

    def do_GET(self) -> None:
        self._answer(self.ca)

    def do_POST(self) -> None:
        self.asked.append(self.headers["Authorization"])
        self._answer('{"server_time": 1.0, "job_keys": {}}')

    def _answer(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def ours(tmp_path: Path) -> Authority:
    return authority(tmp_path / "ours")


@pytest.fixture
def plane(tmp_path: Path, ours: Authority) -> Iterator[tuple[str, type[_Plane]]]:
    """A dashboard with a certificate of our CA: its address, and what it was asked."""
    certificate, key = ours.issue(["127.0.0.1"])
    (tmp_path / "pair.pem").write_text(certificate + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "pair.pem")
    handler = type("Handler", (_Plane,), {"ca": ours.certificate.read_text(), "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"https://127.0.0.1:{server.server_address[1]}", handler
    server.shutdown()
    server.server_close()


def beat(url: str, pin: str, kept: Path) -> float:
    api = ControlPlane(url, Trust(url, pin, kept))
    api.token = "secret"
    return api.heartbeat(Heartbeat(instance="i")).server_time


def test_it_fetches_the_ca_once_and_keeps_it(
    plane: tuple[str, type[_Plane]], ours: Authority, tmp_path: Path
) -> None:
    url, handler = plane
    pin, kept = fingerprint(ours.certificate.read_text()), tmp_path / "ca.pem"
    assert beat(url, pin, kept) == 1.0
    assert kept.read_text() == ours.certificate.read_text()
    handler.ca = "whatever is shown later"
    assert beat(url, pin, kept) == 1.0


def test_another_ca_is_refused_before_a_credential_is_sent(
    plane: tuple[str, type[_Plane]], tmp_path: Path
) -> None:
    url, handler = plane
    foreign = authority(tmp_path / "foreign").certificate.read_text()
    with pytest.raises(Unreachable, match="the connection is intercepted"):
        beat(url, fingerprint(foreign), tmp_path / "ca.pem")
    assert not (tmp_path / "ca.pem").exists()
    handler.ca = foreign  # it can show any CA, but has no certificate of it
    with pytest.raises(Unreachable, match="verify failed"):
        beat(url, fingerprint(foreign), tmp_path / "ca.pem")
    with pytest.raises(Unreachable, match="verify failed"):  # no system knows ours
        beat(url, "", tmp_path / "none.pem")
    assert handler.asked == []


def test_a_certificate_for_another_address_is_refused(
    plane: tuple[str, type[_Plane]], ours: Authority, tmp_path: Path
) -> None:
    url, handler = plane
    with pytest.raises(Unreachable, match="not valid for"):
        beat(
            url.replace("127.0.0.1", "localhost"),
            fingerprint(ours.certificate.read_text()),
            tmp_path / "ca.pem",
        )
    assert handler.asked == []


@pytest.mark.parametrize(
    ("url", "overheard"),
    [
        ("http://127.0.0.1:8080", False),
        ("http://[::1]:8080", False),
        ("http://localhost", False),
        ("http://10.0.0.1:8080", True),
        ("http://localhost.example.com", True),
        ("http://api:8080", True),
        ("https://10.0.0.1", False),
        ("redis://127.0.0.1:6379/0", False),
        ("redis://u:p@10.0.0.1:6379/0", True),
        ("rediss://u:p@10.0.0.1:6379/0", False),
        ("redis+socket://u:p@/run/redis.sock", False),
    ],
)
def test_without_tls_it_goes_no_further_than_this_machine(url: str, overheard: bool) -> None:
    assert is_overheard(url) is overheard


def test_a_broker_that_could_be_overheard_is_refused() -> None:
    with pytest.raises(Untrusted, match=r"the broker at 10\.0\.0\.1 takes no TLS"):
        refuse_overheard("redis://u:p@10.0.0.1:6379/0")


def test_a_server_that_could_be_overheard_is_refused_unless_said_aloud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = [*BASE, "--server", "http://10.0.0.1:8080"]
    with pytest.raises(SystemExit):
        parse_options(argv)
    assert "is not encrypted" in capsys.readouterr().err
    assert parse_options([*argv, "--insecure-network"]).insecure_network
    monkeypatch.setenv("DYNO_INSECURE_NETWORK", "1")
    assert parse_options(argv).insecure_network


def test_a_fingerprint_is_read_with_and_without_colons() -> None:
    argv = [*BASE, "--server", "https://10.0.0.1:8080", "--ca-sha256"]
    assert parse_options([*argv, "AB:" * 31 + "AB"]).ca_sha256 == "ab" * 32
    with pytest.raises(SystemExit):
        parse_options([*argv, "abc"])


def test_the_fingerprint_is_the_one_that_openssl_prints(ours: Authority) -> None:
    command = ["openssl", "x509", "-noout", "-fingerprint", "-sha256", "-in", str(ours.certificate)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.strip().partition("=")[2].replace(":", "").lower() == fingerprint(
        ours.certificate.read_text()
    )


def test_keys_are_their_owners_alone(ours: Authority) -> None:
    assert (ours.folder.stat().st_mode & 0o777, (ours.folder / "ca.key").stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )


def test_an_agent_says_so_and_ends(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "agents.runner", *BASE, "--server", "http://192.0.2.1"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DYNO_")}
    done = subprocess.run(
        [*argv, "--state", str(tmp_path / "s")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )
    assert done.returncode == 2
    assert "--insecure-network" in done.stderr
    assert not (tmp_path / "s").exists()
