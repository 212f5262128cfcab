"""Whom the agent believes: the CA that its command line names; nothing unencrypted from other machines."""

import hashlib
import http.client
import ssl
from pathlib import Path
from urllib.parse import urlsplit

from agents.contract.addresses import is_loopback
from agents.files import write_atomically

CA_ROUTE = "/api/v1/agent/ca"
_TIMEOUT_S = 10.0
_MAX_PEM_LENGTH = 64 * 1024


class Untrusted(Exception):
    """Somebody answers who cannot be believed, or could be overheard; the text says what to do."""


class Trust:
    """TLS to the control plane at `server`.

    `fingerprint`: SHA-256 of the CA that signed its certificate; empty: a CA that the system knows.
    `file`: where that CA is kept once it was fetched.
    """

    def __init__(self, server: str, fingerprint: str, file: Path) -> None:
        self._server, self._fingerprint, self._file = server, fingerprint, file
        self._context: ssl.SSLContext | None = None

    def context(self) -> ssl.SSLContext:
        """For connections; OSError when the CA has to be fetched and nobody answers, or Untrusted."""
        if self._context is None:
            ca = self._ca() if self._fingerprint else None
            self._context = ssl.create_default_context(cadata=ca)
        return self._context

    def _ca(self) -> str:
        """The kept CA if it is the one, else the one that the server shows, if that is the one."""
        if self._file.exists() and fingerprint_of(cached_pem := self._file.read_text()) == self._fingerprint:
            return cached_pem
        server_pem = _fetch(self._server)
        if (fingerprint := fingerprint_of(server_pem)) != self._fingerprint:
            raise Untrusted(
                f"{self._server} shows a CA with the fingerprint {fingerprint or '(none)'}, "
                "not the expected one. Either the connection is intercepted, or the dashboard has a new "
                "data directory: then copy --ca-sha256 again"
            )
        write_atomically(self._file, server_pem.encode(), mode=0o600)
        return server_pem


def fingerprint_of(pem: str) -> str:
    """SHA-256 of a certificate's DER, hexadecimal; empty when it is none."""
    try:
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()
    except ValueError:
        return ""


def _fetch(server: str) -> str:
    """The CA as the server shows it: proves nothing before its fingerprint has been compared."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    parts = urlsplit(server)
    connection = http.client.HTTPSConnection(
        parts.hostname or "", parts.port, timeout=_TIMEOUT_S, context=context
    )
    try:
        connection.request("GET", parts.path + CA_ROUTE)
        return connection.getresponse().read(_MAX_PEM_LENGTH).decode(errors="replace")
    except http.client.HTTPException as error:
        raise OSError(str(error) or type(error).__name__) from error
    finally:
        connection.close()


def is_overheard(url: str) -> bool:
    """Whether others could read and change what goes to this address: no TLS, and not this machine."""
    parts = urlsplit(url)
    return parts.scheme in ("http", "redis") and not is_loopback(parts.hostname or "")


def refuse_overheard(broker_url: str) -> None:
    """Untrusted when the broker is elsewhere and not encrypted."""
    if is_overheard(broker_url):
        place = urlsplit(broker_url).hostname
        raise Untrusted(
            f"the broker at {place} takes no TLS: give the control plane a rediss:// address for agents "
            "(DYNO_AGENT_BROKER_URL), or start the agent with --insecure-network in a network that you trust"
        )
