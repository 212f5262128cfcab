"""mix.dat of mix.lua: lengths of the requests, the sequence of their indexes, then the requests. Pure."""

from collections.abc import Sequence
from pathlib import Path

from agents.catalog.tool import Load
from agents.catalog.wire import request_bytes

MIX_HOOK = Path(__file__).with_name("mix.lua")
DATA_FILE = "mix.dat"


def data_of(load: Load, url: str, sequence: Sequence[int]) -> bytes:
    """The bytes of the file; UnsafeRequestError, or ValueError where the sequence does not fit the mix."""
    requests = [request_bytes(load, request, url) for request in load.mix]
    if not sequence or not all(0 <= index < len(requests) for index in sequence):
        raise ValueError("the sequence of a mix must name its requests")
    lines = [" ".join(str(len(request)) for request in requests), " ".join(map(str, sequence))]
    return b"".join([*(f"{line}\n".encode() for line in lines), *requests])
