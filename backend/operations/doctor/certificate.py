"""Findings of the doctor about the certificate that the dashboard shows."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509

from backend.operations.doctor.finding import Finding, fails, note, well

WARNED_BEFORE = timedelta(days=30)
_OWN_ISSUER = "CN=Dynoboard on "
_RENEW = {
    True: "Start the server anew (`dyno up`, the unit or the service `secrets`): it makes a new one",
    False: "Renew it, then give it to the server as docs/install-server.md, “Secrets and certificate”, says",
}
"""True: its CA is the server's own."""


def look_at_certificate(path: Path | None, now: datetime) -> Iterator[Finding]:
    """Say when it ends; nothing where there is none. `path`: PEM, the certificate before its chain."""
    if path is None or not path.is_file():
        return
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        yield fails("certificate", f"{path} cannot be read: {error}", "Run it as the user of the server")
        return
    end = certificate.not_valid_after_utc
    advice = _RENEW[certificate.issuer.rfc4514_string().startswith(_OWN_ISSUER)]
    if end <= now:
        yield fails("certificate", f"{path} ended on {end:%Y-%m-%d}: browsers and agents refuse it", advice)
    elif end - now <= WARNED_BEFORE:
        yield note("certificate", f"{path} ends on {end:%Y-%m-%d}, in {(end - now).days} days", advice)
    else:
        yield well("certificate", f"{path} is good until {end:%Y-%m-%d}")
