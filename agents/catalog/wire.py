"""Requests of a mix as bytes, checked where they are made. Pure."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from agents.catalog.tool import Load, MixRequest

_LINE = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+: [!-~](?:[ -~]*[!-~])?\r\n"
_HEAD = re.compile(rf"([A-Z]{{3,7}}) /[!-~]* HTTP/1\.1\r\n((?:{_LINE})+)\r\n".encode())
_FRAMING = re.compile(rb"^(host|content-length|transfer-encoding|connection):", re.IGNORECASE | re.MULTILINE)
WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")


class UnsafeRequestError(ValueError):
    """A request that a server could read as something else, or as several."""


def headers_of(load: Load, request: MixRequest) -> dict[str, str]:
    """Headers of one request: those of the workload, replaced by its own whatever the case of their names."""
    own_names = {name.lower() for name in request.headers}
    common_headers = {name: value for name, value in load.headers.items() if name.lower() not in own_names}
    return common_headers | dict(request.headers)


def request_bytes(load: Load, request: MixRequest, url: str) -> bytes:
    """One whole HTTP/1.1 request; UnsafeRequestError where it would not be exactly one."""
    body = request.content
    framing = {"Host": load.host or urlsplit(url).netloc}
    if request.method in WITH_BODY:
        framing["Content-Length"] = str(len(body))
    if not load.keepalive:
        framing["Connection"] = "close"
    head = _head(request, framing | headers_of(load, request))
    _check(head, request, framing)
    return head + body


def _head(request: MixRequest, headers: Mapping[str, str]) -> bytes:
    lines = [
        f"{request.method} {request.path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    try:
        return "".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii")
    except UnicodeEncodeError as error:
        raise UnsafeRequestError(f"{request.method} {request.path!r} is not ASCII") from error


def _check(head: bytes, request: MixRequest, framing: Mapping[str, str]) -> None:
    """One head and no more, each header that frames a request once; a body only where its length is said."""
    match = _HEAD.fullmatch(head)
    names = [name.decode().lower() for name in _FRAMING.findall(match[2])] if match else []
    if sorted(names) != sorted(name.lower() for name in framing):
        raise UnsafeRequestError(f"{request.method} {request.path!r} would not be one request")
    if request.content and "Content-Length" not in framing:
        raise UnsafeRequestError(f"{request.method} {request.path!r} must not have a body")
