"""What the dashboard shows to those who connect to it."""

import ssl
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServerCertificate:
    """A certificate and its key; without them it speaks plain HTTP.

    `name`: what an operator's certificate calls it. `pin`: fingerprint of the CA, where it is ours.
    """

    certificate: Path | None = None
    key: Path | None = None
    name: str = ""
    pin: str = ""

    def context(self) -> ssl.SSLContext | bool:
        """For clients on this machine: this certificate and no other, whatever name it is for."""
        if self.certificate is None:
            return True
        context = ssl.create_default_context(cafile=self.certificate)
        context.check_hostname = False
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        return context
