"""How the network reaches a stack: certificate of the dashboard, TLS proxy of the broker, and their proof."""

import ipaddress
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cryptography import x509

from backend.certificates import fingerprint
from backend.cli.embedded.account import as_account, hand_over, write_private
from backend.cli.embedded.authority import Authority, authority, write_key
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.redis import STOP_SIGNAL
from backend.cli.embedded.server_certificate import ServerCertificate
from backend.settings import Settings, is_loopback

HERE = ("127.0.0.1", "::1", "localhost")
FOLDER = "tls"  # below the data directory


@dataclass(frozen=True)
class BrokerProxy:
    """Where agents of other hosts reach the broker: TLS in front of its socket."""

    address: str
    port: int
    folder: Path

    @property
    def url(self) -> str:
        """For agents, without user and password."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"rediss://{host}:{self.port}/0"

    def open_for(self, ca: Authority) -> None:
        """Give it a certificate of this CA."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        certificate, key = ca.issue([self.address])
        write_private(self.folder / "cert.pem", certificate)
        write_private(self.folder / "key.pem", key)
        hand_over(self.folder)

    def argv(self, inner: Path) -> list[str]:
        """The proxy in the foreground, as the account that owns Redis's socket."""
        program = Path(sys.executable)
        account = as_account(STOP_SIGNAL, program, Path(__file__), self.folder.parent, inner.parent.parent)
        words = ["-P", "-m", "backend.cli.embedded.tls_proxy", self.address, str(self.port)]
        return [*account, sys.executable, *words, str(inner), str(self.folder)]


def own_certificate(data: Path, bind: str, settings: Settings) -> dict[str, Any]:
    """Settings of the certificate that a stack makes itself: beyond loopback, where nothing else is given."""
    if is_loopback(bind) or settings.tls_cert or settings.trusted_proxy or settings.insecure_network:
        return {}
    folder = Path(data.expanduser().absolute(), FOLDER)
    return {name: folder / f"{name}.pem" for name in ("tls_cert", "tls_key")} | {"tls_ca": folder / "ca.pem"}


def prepare(layout: Layout, settings: Settings, broker_proxy: BrokerProxy | None) -> ServerCertificate:
    """Make what is ours, and say what the dashboard shows."""
    folder = layout.root / FOLDER
    is_ours = settings.tls_cert is not None and settings.tls_cert.parent == folder
    ca = authority(folder) if is_ours or broker_proxy else None
    if ca and broker_proxy:
        broker_proxy.open_for(ca)
    server_certificate = ServerCertificate(settings.tls_cert, settings.tls_key)
    if settings.tls_cert is None or settings.tls_key is None:
        return server_certificate
    if not (ca and is_ours):
        return replace(server_certificate, name=_first_name(settings.tls_cert))
    certificate, key = ca.issue(_names(settings))
    settings.tls_cert.write_text(certificate)
    write_key(settings.tls_key, key)
    return replace(server_certificate, pin=fingerprint(ca.certificate.read_text()))


def _names(settings: Settings) -> Sequence[str]:
    """What this machine is called by those who reach the dashboard."""
    local_names = (*HERE, settings.own_name) if settings.own_name else HERE
    if not _is_everywhere(settings.bind):
        return (settings.bind, *local_names)
    import psutil

    addresses = {address.address for interface in psutil.net_if_addrs().values() for address in interface}
    return (*local_names, *sorted(filter(_is_address, addresses - set(local_names))))


def _first_name(certificate: Path) -> str:
    names = x509.load_pem_x509_certificate(certificate.read_bytes()).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    return str(next(iter(names.value)).value)


def _is_everywhere(bind: str) -> bool:
    return _is_address(bind) and ipaddress.ip_address(bind).is_unspecified


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
        return "%" not in text  # an address with a zone means this machine's side of a cable only
    except ValueError:
        return False
