"""Reading the address of a webhook in the one form that every program reads alike. Pure."""

import ipaddress
import re
from dataclasses import dataclass

from backend.notifications.web.addresses import Allowed, IPAddress

MAX_LENGTH = 2000
_URL = re.compile(
    r"(https?)://(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::([1-9][0-9]{0,4}))?(/[!-~]*)?"
)
_ODD = re.compile(r"[\"<>\\^`{|}#]")
_PORTS = {"https": 443, "http": 80}


class BadUrl(ValueError):
    """An address that nothing is sent to; what is wrong and what to do."""


@dataclass(frozen=True)
class Target:
    """`host`: a name, or an address without brackets. `path`: with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def place(self) -> str:
        """What may be shown: the rest of such an address is often a secret."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{name}{port}"

    @property
    def literal(self) -> IPAddress | None:
        """The address, where the host is one."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None


def read(text: str, allowlist: Allowed) -> Target:
    """BadUrl for what is not https, and for every other spelling of a host or port."""
    match = _URL.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if match is None or _ODD.search(match[4] or ""):
        raise BadUrl(
            "must be an address such as https://hooks.example.org/path: of ASCII characters, without a user, "
            f"a password or a fragment, of at most {MAX_LENGTH} characters"
        )
    scheme, name, port, path = match.groups()
    target = Target(scheme, name.strip("[]").lower(), int(port or _PORTS[scheme]), path or "/")
    if target.port > 65535:
        raise BadUrl(f"{port} is no port")
    _check_host(target, is_bracketed=name.startswith("["))
    if scheme == "http" and not allowlist.lists(target.host, target.literal):
        raise BadUrl("must be https; http goes only to hosts that DYNO_WEBHOOK_HOSTS lists")
    if target.literal and (reason := allowlist.why_not(target.literal, target.host)):
        raise BadUrl(reason)
    return target


def _check_host(target: Target, is_bracketed: bool) -> None:
    """Numbers are addresses only as four with dots: 2130706433, 0x7f.1 and 127.1 are 127.0.0.1 to some."""
    literal = target.literal
    if is_bracketed:
        if not isinstance(literal, ipaddress.IPv6Address):
            raise BadUrl(f"[{target.host}] is no IPv6 address")
        return
    last = target.host.rstrip(".").rpartition(".")[2]
    if literal is None and (not last or last[0].isdigit()):
        raise BadUrl(f"“{target.host}” is neither a host name nor the usual way to write an address")
