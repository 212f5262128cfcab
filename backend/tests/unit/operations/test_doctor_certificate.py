"""What the doctor says of a certificate that ends."""

import socketserver
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from backend.cli.embedded.authority import LIFE, authority
from backend.operations.doctor.certificate import look_at_certificate, look_at_server
from backend.operations.doctor.finding import State
from backend.tests.receivers import server_context

NOW = datetime.now(UTC)


def write_given(path: Path, days: int) -> Path:
    """A certificate that a CA of the operator's made."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "team.example")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(NOW).not_valid_after(NOW + timedelta(days=days))
    path.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return path


@pytest.mark.parametrize(
    ("days_left", "state", "text"),
    [
        (31, State.WELL, " is good until "),
        (29, State.NOTE, ", in 29 days"),
        (-1, State.FAILS, ": browsers and agents refuse it"),
    ],
)
def test_a_certificate_is_renewed_in_time(tmp_path: Path, days_left: int, state: State, text: str) -> None:
    now = NOW + timedelta(days=100 - days_left, seconds=-60)
    (finding,) = look_at_certificate(write_given(tmp_path / "cert.pem", 100), now)
    assert (finding.state, text in finding.text) == (state, True), finding
    assert finding.help.startswith("Renew it") is (state is not State.WELL)


def test_one_of_the_server_itself_needs_a_start_of_it(tmp_path: Path) -> None:
    path = tmp_path / "tls_cert.pem"
    path.write_text(authority(tmp_path / "tls").issue(["127.0.0.1"])[0])
    (finding,) = look_at_certificate(path, NOW + LIFE - timedelta(days=10))
    assert (finding.state, finding.help[:16]) == (State.NOTE, "Start the server")


def test_a_file_that_is_no_certificate_is_named_and_none_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "cert.pem"
    assert not [*look_at_certificate(None, NOW), *look_at_certificate(path, NOW)]
    path.write_text("no PEM")
    (finding,) = look_at_certificate(path, NOW)
    assert (finding.state, str(path) in finding.text) == (State.FAILS, True)


def test_what_a_server_presents_counts_wherever_its_file_is(tmp_path: Path) -> None:
    context = server_context(authority(tmp_path / "ca"), ["127.0.0.1"], tmp_path)

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            context.wrap_socket(self.request, server_side=True).close()

    with socketserver.TCPServer(("127.0.0.1", 0), Handler) as server:
        url = f"https://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.handle_request, daemon=True)
        thread.start()
        (finding,) = look_at_server(url, tmp_path / "none", NOW + LIFE - timedelta(days=10))
        thread.join(10)
    assert (finding.state, url in finding.text) == (State.NOTE, True)
    assert not [*look_at_server("http://127.0.0.1:1", tmp_path / "none", NOW)]


@pytest.mark.parametrize("url", ["", "https://127.0.0.1:1"])
def test_the_file_counts_where_no_server_answers_one_that_was_killed_too(tmp_path: Path, url: str) -> None:
    path = write_given(tmp_path / "cert.pem", 10)
    (finding,) = look_at_server(url, path, NOW)
    assert (finding.state, str(path) in finding.text) == (State.NOTE, True)
