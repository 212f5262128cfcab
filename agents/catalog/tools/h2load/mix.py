"""A mix for h2load: addresses that each of its connections walks from the first, again and again. Pure."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from agents.catalog.tool import Load
from agents.catalog.wire import headers_of, request_bytes

FILE = "addresses.txt"
_REASON = "h2load sends one method with all paths, and no body"
REFUSED_METHODS: dict[str, str] = dict.fromkeys(
    ("HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"), _REASON
)


def addresses_of(load: Load, url: str, sequence: Sequence[int]) -> bytes:
    """Lines of the file; ValueError where a request is unsafe, or the sequence does not fit the mix."""
    begin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    for request in load.mix:
        request_bytes(load, request, url)  # refuses what is not one request
        if "#" in request.path:
            raise ValueError(f"h2load leaves out what follows # in {request.path!r}")
    if not sequence or not all(0 <= index < len(load.mix) for index in sequence):
        raise ValueError("the sequence of a mix must name its requests")
    return "".join(f"{begin}{load.mix[index].path}\n" for index in sequence).encode()


def header_options(load: Load) -> Iterator[str]:
    """`-H` for each header of the requests, which all have the same."""
    for name, value in headers_of(load, load.mix[0]).items():
        yield from ("-H", f"{name}: {value}")
