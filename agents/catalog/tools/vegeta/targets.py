"""Targets that vegeta walks, one JSON object a line. Pure."""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from agents.catalog.tool import Load
from agents.catalog.wire import headers_of, request_bytes

_MAX_BYTES = 64 * 1024 * 1024
_ENCODING = "Accept-Encoding"


def headers(load: Load, names: Mapping[str, str]) -> dict[str, str]:
    """Those to send, with the Host of the load; Go adds gzip unless Accept-Encoding is written so."""
    own_headers = {_ENCODING if name.lower() == _ENCODING.lower() else name: names[name] for name in names}
    return {_ENCODING: "identity"} | ({"Host": load.host} if load.host else {}) | own_headers


def line(method: str, url: str, header: Mapping[str, str] | None = None, body: bytes = b"") -> str:
    """One target."""
    target: dict[str, object] = {"method": method, "url": url}
    if header:
        target["header"] = {name: [value] for name, value in header.items()}
    if body:
        target["body"] = base64.b64encode(body).decode()
    return json.dumps(target)


def mix_lines(load: Load, url: str, sequence: Sequence[int]) -> Iterator[str]:
    """A target for each entry of the sequence, which vegeta repeats; ValueError where it cannot."""
    begin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    lines: list[str] = []
    for request in load.mix:
        request_bytes(load, request, url)  # refuses what is not one request
        all_headers = headers(load, headers_of(load, request))
        lines.append(line(request.method, begin + request.path, all_headers, request.content))
    if not sequence or not all(0 <= index < len(lines) for index in sequence):
        raise ValueError("the sequence of a mix must name its requests")
    if sum(len(lines[index]) for index in sequence) > _MAX_BYTES:
        raise ValueError(
            f"vegeta holds each of the {len(sequence):,} requests of the sequence with its body, and they "
            f"have more than {_MAX_BYTES >> 20} MB: make the bodies smaller"
        )
    return (lines[index] for index in sequence)
