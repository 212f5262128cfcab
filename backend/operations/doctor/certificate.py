"""Findings of the doctor about the certificate that the dashboard shows."""

import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509

from backend.operations.doctor.finding import Finding, fails, note, well

WARNED_BEFORE = timedelta(days=30)
WITHIN_S = 5
_OWN_ISSUER = "CN=Dynoboard on "
_RENEW = {
    True: "Start the server anew (`dyno up`, the unit or the service `secrets`): it makes a new one",
    False: "Renew it, then give it to the server as docs/install-server.md, “Secrets and certificate”, says",
}
"""True: its CA is the server's own."""


def look_at_server(url: str, path: Path, now: datetime) -> Iterator[Finding]:
    """Say when the certificate ends that the server at `url` presents; that of the file where it is away.

    Only the handshake knows: `--tls-cert` may name another file, which may be renewed since the start.
    """
    address = urlsplit(url)
    if address.scheme == "http":
        return
    if address.hostname:
        with suppress(OSError):  # a server that was killed leaves its address
            pem = ssl.get_server_certificate((address.hostname, address.port or 443), timeout=WITHIN_S)
            yield _judge(f"the one of {url}", pem.encode(), now)
            return
    yield from look_at_certificate(path, now)


def look_at_certificate(path: Path | None, now: datetime) -> Iterator[Finding]:
    """Say when it ends; nothing where there is none. `path`: PEM, the certificate before its chain."""
    if path is None or not path.is_file():
        return
    try:
        yield _judge(str(path), path.read_bytes(), now)
    except (OSError, ValueError) as error:
        yield fails("certificate", f"{path} cannot be read: {error}", "Run it as the user of the server")


def _judge(name: str, pem: bytes, now: datetime) -> Finding:
    """ValueError where it is no certificate."""
    certificate = x509.load_pem_x509_certificate(pem)
    end = certificate.not_valid_after_utc
    advice = _RENEW[certificate.issuer.rfc4514_string().startswith(_OWN_ISSUER)]
    if end <= now:
        return fails("certificate", f"{name} ended on {end:%Y-%m-%d}: browsers and agents refuse it", advice)
    if end - now <= WARNED_BEFORE:
        return note("certificate", f"{name} ends on {end:%Y-%m-%d}, in {(end - now).days} days", advice)
    return well("certificate", f"{name} is good until {end:%Y-%m-%d}")
