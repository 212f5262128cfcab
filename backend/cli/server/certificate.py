"""The certificate of a team's server: the operator's own, or one of a CA that is made once."""

import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from backend.cli.embedded.authority import authority

GIVEN_CERTIFICATE, GIVEN_KEY, GIVEN_CA = "cert.pem", "key.pem", "ca.pem"
RENEWED_BEFORE = timedelta(days=90)


class BadCertificate(Exception):
    """Files that are no certificate and its key; the text says what to do."""


def operator_certificate(folder: Path) -> tuple[str, str]:
    """Certificate with its chain, and key, as one PEM, and the CA that systems do not know; empty where the
    operator gave none.

    BadCertificate for half of it, for what cannot be read, and for a key of another certificate.
    """
    certificate, key, ca = (folder / name for name in (GIVEN_CERTIFICATE, GIVEN_KEY, GIVEN_CA))
    files = [path.name for path in (certificate, key) if path.exists()]
    if not files:
        return "", ""
    if len(files) == 1:
        raise BadCertificate(
            f"{files[0]} is there alone: {GIVEN_CERTIFICATE} and {GIVEN_KEY} belong together"
        )
    try:
        text, key_text = certificate.read_text(), key.read_text()
        certificate_text = x509.load_pem_x509_certificate(text.encode())
        is_pair = certificate_text.public_key() == load_pem_private_key(key_text.encode(), None).public_key()
    except (ValueError, TypeError) as error:
        raise BadCertificate(
            f"{GIVEN_CERTIFICATE} or {GIVEN_KEY} is no PEM without a passphrase: {error}"
        ) from None
    if not is_pair:
        raise BadCertificate(f"{GIVEN_KEY} is not the key of {GIVEN_CERTIFICATE}")
    if certificate_text.not_valid_after_utc < datetime.now(UTC):
        raise BadCertificate(
            f"{GIVEN_CERTIFICATE} ended on {certificate_text.not_valid_after_utc:%Y-%m-%d}: renew it"
        )
    return f"{text.rstrip()}\n{key_text}", _read_ca(ca)


def _read_ca(path: Path) -> str:
    if not path.exists():
        return ""
    try:
        text = path.read_text()
        x509.load_pem_x509_certificate(text.encode())
    except ValueError as error:
        raise BadCertificate(f"{GIVEN_CA} is no PEM of a certificate: {error}") from None
    return text


def own_certificate(folder: Path, names: Sequence[str], path: Path) -> tuple[str, str]:
    """The same from the CA of this folder, and that CA (PEM). What `kept` has goes on while it fits."""
    ca = authority(folder)
    issuer = ca.certificate.read_text()
    if path.exists() and _fits(path.read_text(), issuer, names):
        return path.read_text(), issuer
    certificate, key = ca.issue(names)
    return certificate + key, issuer


def without_key(pem: str) -> str:
    """The certificate with its chain, which everybody may see."""
    parts = pem.split("-----BEGIN ")
    return "".join(f"-----BEGIN {part}" for part in parts if part.startswith("CERTIFICATE"))


def _fits(pem: str, issuer: str, names: Sequence[str]) -> bool:
    certificate = x509.load_pem_x509_certificate(pem.encode())
    try:
        certificate.verify_directly_issued_by(x509.load_pem_x509_certificate(issuer.encode()))
        stands = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    has = {str(name.value) for name in stands}
    return has == set(names) and certificate.not_valid_after_utc - datetime.now(UTC) > RENEWED_BEFORE


def is_address(text: str) -> bool:
    """Whether it is an IP address that somebody can connect to."""
    try:
        return not ipaddress.ip_address(text).is_unspecified
    except ValueError:
        return False
