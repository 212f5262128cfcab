"""One POST to a checked address: no second look-up, no redirect, within seconds."""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

from backend.errors import reason_of
from backend.notifications.web.addresses import Allowed, IPAddress
from backend.notifications.web.urls import Target

WITHIN_S = 10.0
MAX_ADDRESSES = 4
Resolve = Callable[..., list[tuple[Any, ...]]]


class NotSent(Exception):
    """It did not arrive, as far as we know; why."""


def post(
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    allowlist: Allowed,
    *,
    resolve: Resolve = socket.getaddrinfo,
    context: ssl.SSLContext | None = None,
    within_s: float = WITHIN_S,
) -> str:
    """What was answered, in words; NotSent for every answer but 2xx.

    The name is looked up once; all of its addresses must be allowed, and the connection goes to one of them.
    Of the answer nothing but its status is read.
    """
    addresses = addresses_of(target, allowlist, resolve)
    with _deadline(within_s) as hold:
        sock = _connect(addresses, target.port, within_s)
        hold.keep(sock)
        if target.scheme == "https":
            context = context or ssl.create_default_context()
            sock = context.wrap_socket(sock, server_hostname=target.host, do_handshake_on_connect=False)
            hold.keep(sock)
            sock.do_handshake()
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.sock = sock
        host = target.place.partition("://")[2]
        connection.request("POST", target.path, body, {**headers, "Host": host, "Connection": "close"})
        status = connection.getresponse().status
        if hold.is_over:
            raise TimeoutError
    if 300 <= status < 400:
        raise NotSent(f"answered {status}, a redirect, which is not followed: enter the address it leads to")
    if not 200 <= status < 300:
        raise NotSent(f"answered {status}")
    return f"answered {status}"


def addresses_of(
    target: Target, allowlist: Allowed, resolve: Resolve = socket.getaddrinfo
) -> list[IPAddress]:
    """The addresses of a host. NotSent where it has none, or one of them may not be sent to."""
    addresses = [target.literal] if target.literal else _looked_up(target, resolve)
    for address in addresses:
        if reason := allowlist.why_not(address, target.host):
            raise NotSent(reason)
    return addresses[:MAX_ADDRESSES]


def _looked_up(target: Target, resolve: Resolve) -> list[IPAddress]:
    try:
        rows = resolve(target.host, target.port, type=socket.SOCK_STREAM)
        addresses = [ipaddress.ip_address(str(row[4][0])) for row in rows]
    except (OSError, ValueError) as error:
        raise NotSent(f"the name {target.host} was not found: {_words(error)}") from None
    if not addresses:
        raise NotSent(f"the name {target.host} has no address")
    return list(dict.fromkeys(addresses))


def _connect(addresses: list[IPAddress], port: int, within_s: float) -> socket.socket:
    last: OSError = OSError("no address")
    for address in addresses:
        try:
            sock = socket.create_connection((str(address), port), within_s / len(addresses))
        except OSError as error:
            last = error
        else:
            sock.settimeout(within_s)
            return sock
    raise last


class _Hold:
    """The socket that is ended when the time is over."""

    def __init__(self) -> None:
        self._sock: socket.socket | None = None
        self.is_over = False

    def keep(self, sock: socket.socket) -> None:
        self._sock = sock
        if self.is_over:
            raise TimeoutError

    def end(self) -> None:
        self.is_over = True
        if self._sock:
            with suppress(OSError):
                socket.socket.shutdown(self._sock, socket.SHUT_RDWR)  # past TLS: its reader is woken

    def close(self) -> None:
        if self._sock:
            self._sock.close()


@contextmanager
def _deadline(within_s: float) -> Iterator[_Hold]:
    """Timeouts of sockets begin anew with each byte; this one does not."""
    hold = _Hold()
    timer = Timer(within_s, hold.end)
    timer.daemon = True
    timer.start()
    try:
        yield hold
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NotSent(f"no answer within {within_s:.0f} s" if hold.is_over else _words(error)) from None
    finally:
        timer.cancel()
        hold.close()


def _words(error: Exception) -> str:
    if isinstance(error, ssl.SSLError) and not isinstance(error, ssl.SSLCertVerificationError):
        return "it speaks no TLS that this server knows: check scheme and port of the address"
    if isinstance(error, http.client.BadStatusLine) and not isinstance(error, OSError):
        return "what answers there is no web server: check scheme and port of the address"
    if isinstance(error, TimeoutError):
        return "no connection in time"
    return reason_of(error)
