"""The CA of this control plane: agents learn it when they enrol, and know it by its fingerprint before."""

import base64
import hashlib
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from backend.settings import Settings


def dashboard_ca(settings: Settings) -> str:
    """The CA of the dashboard's certificate as PEM; empty when it is none of our own."""
    return settings.tls_ca.read_text() if settings.tls_ca else ""


def broker_ca(settings: Settings) -> str:
    """The CA of the broker's certificate as PEM; empty where the system knows it, or there is no TLS."""
    return settings.broker_ca.read_text() if settings.broker_ca else ""


def fingerprint(pem: str) -> str:
    """SHA-256 of a certificate's DER, hexadecimal: `openssl x509 -fingerprint -sha256` without the colons."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


def key_pin(certificate: Path) -> str:
    """The key of a certificate (PEM) as `curl --pinnedpubkey` names it; empty when it cannot be read."""
    try:
        key = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
    except (OSError, ValueError):
        return ""
    spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return "sha256//" + base64.b64encode(hashlib.sha256(spki).digest()).decode()
