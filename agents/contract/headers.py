"""Headers that a workload may send: types that refuse what would end or change a request. Pure."""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field

MAX_HEADERS = 4096  # bytes of all of them: servers and ab take 8 KiB for a whole request
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_TEXT = re.compile(r"[!-~]([ -~]*[!-~])?")
_HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_ELSEWHERE = {
    "host": "must not be among the headers: set host instead",
    "connection": "must not be among the headers: set keepalive instead",
    "keep-alive": "must not be among the headers: set keepalive instead",
    "content-length": "must not be sent: it follows from the body of a request in mix",
    "transfer-encoding": "must not be sent: bodies are sent whole, with their length",
    "expect": "must not be sent: load tools do not wait for 100 Continue",
    "upgrade": "must not be sent: the load tools speak HTTP/1 only",
}


def _name(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise ValueError("must be the name of a header: letters, digits and !#$%&'*+-.^_`|~, at most 100")
    if text.lower() in _ELSEWHERE:
        raise ValueError(_ELSEWHERE[text.lower()])
    return text


def _value(text: str) -> str:
    if not _TEXT.fullmatch(text):
        raise ValueError("must be one line of printable ASCII that neither starts nor ends with a blank")
    return text


def _host(text: str) -> str:
    if not _HOST.fullmatch(text):
        raise ValueError("must be a name or an address, optionally with a port, such as example.org:8080")
    return text


HeaderName = Annotated[str, AfterValidator(_name)]
HeaderValue = Annotated[str, Field(coerce_numbers_to_str=True), AfterValidator(_value)]
HostName = Annotated[str, AfterValidator(_host)]


def check_headers(headers: dict[str, str]) -> dict[str, str]:
    """The headers of a request, where they name none twice and are short enough together; else ValueError."""
    if len({name.lower() for name in headers}) < len(headers):
        raise ValueError("must not name a header twice; upper and lower case are the same")
    size = headers_bytes(headers)
    if size > MAX_HEADERS:
        raise ValueError(f"must have at most {MAX_HEADERS} bytes together; got {size}")
    return headers


def headers_bytes(headers: Mapping[str, str]) -> int:
    """Bytes of the headers as they are sent."""
    return sum(len(name) + len(value) + len(": \r\n") for name, value in headers.items())
