"""One TLS handshake with an nginx of ours, to see that it serves the certificate that was asked for."""

import socket
import ssl
import warnings
from pathlib import Path

from agents.contract.states import KeyType

_PATIENCE_S = 2.0


def seen_by_client(address: str, port: int, kind: KeyType, certificate: Path) -> dict[str, str]:
    """`tls`: the kind of key if its certificate was served; `handshake`: version and cipher, or why not."""
    try:
        with (
            socket.create_connection((address, port), timeout=_PATIENCE_S) as plain,
            _lenient().wrap_socket(plain) as secure,
        ):
            served, cipher = secure.getpeercert(binary_form=True), secure.cipher()
    except OSError as error:
        return {"tls": "", "handshake": f"failed: {error}"}
    ours = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    said = f"{cipher[1]} {cipher[0]}" if cipher else ""
    return {"tls": kind if served == ours else "another certificate", "handshake": said}


def _lenient() -> ssl.SSLContext:
    """Trusts anyone and speaks old versions too: obsolete settings are there to be measured."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.TLSv1
    context.set_ciphers("ALL:@SECLEVEL=0")
    return context
