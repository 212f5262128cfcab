"""Self-signed certificates for servers under test: one for each kind of key, made once and kept.

Made by a process of its own (`python -m agents.proxy.certificates KIND FOLDER`), so that the agent itself
never loads a library of cryptography.
"""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from pydantic import TypeAdapter

from agents.contract.states import KeyType
from agents.failure import JobFailed

CERTIFICATE, KEY = "cert.pem", "key.pem"
_YEARS = 20
_ROOT = Path(__file__).parents[2]  # where `-m` finds the agents
_MAX_S = 60  # a large RSA key on a slow machine
_lock = threading.Lock()


def certificate_folder(store: Path, kind: KeyType) -> Path:
    """The folder with cert.pem and key.pem of this kind; made when it is not there yet."""
    folder = store.resolve() / kind
    with _lock:
        if not (folder / KEY).exists():
            _make_apart(folder, kind)
    return folder


def _make_apart(folder: Path, kind: KeyType) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
        command = [sys.executable, "-m", "agents.proxy.certificates", kind, draft]
        try:
            process = subprocess.run(
                command, capture_output=True, timeout=_MAX_S, stdin=subprocess.DEVNULL, cwd=_ROOT
            )
        except subprocess.TimeoutExpired as error:
            raise JobFailed("certificate", f"No {kind} key was made within {_MAX_S} s") from error
        if process.returncode != 0:
            raise JobFailed(
                "certificate", f"No {kind} key could be made", process.stderr.decode(errors="replace")
            )
        folder.mkdir(exist_ok=True, mode=0o700)
        for name in (CERTIFICATE, KEY):  # the key last: it says that both are there
            os.replace(Path(draft) / name, folder / name)


def write(kind: KeyType, folder: Path) -> None:
    """cert.pem and key.pem for localhost, valid from yesterday on."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, rsa

    key = (
        ec.generate_private_key(ec.SECP256R1())
        if kind == "ecdsa256"
        else rsa.generate_private_key(65537, int(kind[3:]))
    )
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "dynoboard")])
    yesterday = datetime.now(UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(yesterday)
        .not_valid_after(yesterday + timedelta(days=365 * _YEARS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / CERTIFICATE).write_bytes(certificate.public_bytes(pem))
    (folder / KEY).touch(mode=0o600)
    (folder / KEY).write_bytes(key.private_bytes(pem, form, plain))


if __name__ == "__main__":
    write(TypeAdapter(KeyType).validate_python(sys.argv[1]), Path(sys.argv[2]))
