"""One TLS handshake with an nginx of ours, to see that it serves the certificate that was asked for."""

import socket
import ssl
from pathlib import Path

from agents.contract.states import KeyType
from agents.tls import lenient_context

_PATIENCE_S = 2.0


def seen_by_client(address: str, port: int, kind: KeyType, certificate: Path) -> dict[str, str]:
    """`tls`: the kind of key if its certificate was served; `handshake`: version and cipher, or why not."""
    try:
        with (
            socket.create_connection((address, port), timeout=_PATIENCE_S) as plain,
            lenient_context().wrap_socket(plain) as secure,
        ):
            served_der, cipher = secure.getpeercert(binary_form=True), secure.cipher()
    except OSError as error:
        return {"tls": "", "handshake": f"failed: {error}"}
    our_der = ssl.PEM_cert_to_DER_cert(certificate.read_text())
    summary = f"{cipher[1]} {cipher[0]}" if cipher else ""
    return {"tls": kind if served_der == our_der else "another certificate", "handshake": summary}
