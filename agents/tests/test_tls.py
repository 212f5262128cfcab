"""TLS as a client meets it: real keys, real handshakes."""

import socket
import ssl
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from agents.contract.workload import Workload
from agents.load.target import checked_target, probe
from agents.proxy.certificates import CERTIFICATE, KEY, certificate_folder
from agents.proxy.setups import Setups
from agents.render import setups as render
from agents.targets import Targets
from agents.tests.confs import conf, setup


def prepared(setups: Setups, knobs: dict, text: str | None = None):
    wanted = render({"tls.on": True} | knobs, "proxy_only")["proxy"] if text is None else None
    (found,) = setups.prepare([wanted or setup(text=text, **knobs)], lambda: False)
    assert found.failure is None, found.failure
    return found


def handshake(url: str, highest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> tuple[str, str, bytes]:
    """Version, cipher and the answer to one request; ssl.SSLError when the server does not want to."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = highest
    place = urlsplit(url)
    with (
        socket.create_connection((place.hostname, place.port), timeout=60) as plain,
        context.wrap_socket(plain) as secure,
    ):
        secure.sendall(b"GET / HTTP/1.0\r\n\r\n")
        answer = b"".join(iter(lambda: secure.recv(4096), b""))
        cipher = secure.cipher()
        assert cipher
        return secure.version() or "", cipher[0], answer


@pytest.mark.parametrize("kind", ["rsa2048", "ecdsa256"])
def test_a_setup_with_tls_answers_with_the_asked_key(setups: Setups, kind: str) -> None:
    found = prepared(setups, {"tls.key": kind, "nginx.ssl_protocols": "TLSv1.2 TLSv1.3"})
    (url,) = found.urls
    assert url.startswith("https://")
    assert found.effective["tls"] == kind
    assert found.effective["handshake"].startswith("TLSv1.3 ")
    version, _, answer = handshake(url)
    assert version == "TLSv1.3"
    assert answer.endswith(b"hello world")
    _, cipher, _ = handshake(url, ssl.TLSVersion.TLSv1_2)
    assert ("ECDSA" in cipher) == (kind == "ecdsa256")


def test_protocols_and_ciphers_are_those_asked_for(setups: Setups) -> None:
    (url,) = prepared(
        setups, {"nginx.ssl_protocols": "TLSv1.2", "nginx.ssl_ciphers": "ECDHE-RSA-AES128-GCM-SHA256"}
    ).urls
    assert handshake(url)[:2] == ("TLSv1.2", "ECDHE-RSA-AES128-GCM-SHA256")
    (url,) = prepared(setups, {"nginx.ssl_protocols": "TLSv1.3"}).urls
    with pytest.raises(ssl.SSLError):
        handshake(url, ssl.TLSVersion.TLSv1_2)


def test_a_session_cache_lets_a_client_come_back_without_a_full_handshake(setups: Setups) -> None:
    knobs = {"nginx.ssl_session_cache": "shared:SSL:1m", "nginx.ssl_session_tickets": False}
    (url,) = prepared(setups, knobs | {"nginx.ssl_protocols": "TLSv1.2"}).urls
    place = urlsplit(url).netloc
    argv = ["openssl", "s_client", "-connect", place, "-reconnect", "-tls1_2", "-no_ticket"]
    done = subprocess.run(argv, input=b"", capture_output=True, timeout=60, check=False)
    assert done.stdout.count(b"Reused, TLSv1.2") == 5


def test_the_load_host_looks_at_a_target_with_tls(setups: Setups, targets: Targets) -> None:
    (url,) = prepared(setups, {"nginx.ssl_protocols": "TLSv1.2"}).urls
    assert checked_target(url, targets) == url
    seen = probe(url, Workload.model_validate({"duration_s": 1}))
    assert (seen.status, seen.bytes) == (200, len(b"hello world"))


def test_without_tls_nothing_of_it_is_said(setups: Setups) -> None:
    found = prepared(setups, {}, conf())
    assert found.urls[0].startswith("http://")
    assert "tls" not in found.effective


def test_each_kind_of_key_is_made_once(tmp_path: Path) -> None:
    folder = certificate_folder(tmp_path / "tls", "ecdsa256")
    before = (folder / KEY).read_bytes()
    assert (folder / KEY).stat().st_mode & 0o777 == 0o600
    assert certificate_folder(tmp_path / "tls", "ecdsa256") == folder
    assert (folder / KEY).read_bytes() == before
    assert sorted(p.name for p in (tmp_path / "tls").iterdir()) == ["ecdsa256"]
    said = subprocess.run(
        ["openssl", "x509", "-noout", "-text", "-in", str(folder / CERTIFICATE)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "prime256v1" in said
    assert "DNS:localhost" in said
