"""Latencies of all requests of a trial as counts in cells: HdrHistogram's layout and V2 encoding.

Values are whole microseconds. Below 2,048 µs each has a cell of its own; above, a cell is at most 0.1% wide.
Histograms add cell by cell, so percentiles over trials and hosts are those of all their requests. Encoded a
trial takes 2 to 5 kB, and other tools read it: https://github.com/HdrHistogram/HdrHistogram.
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

HALF = 1024  # cells for each doubling
MAX_US = 3_600_000_000  # one hour: no request is waited for as long
MAX_COUNTED = 10**12
MAX_TEXT_LENGTH = 64 * 1024  # characters of an encoded histogram
_DIGITS = 3  # significant digits, as HdrHistogram counts them: 2 × HALF > 10^3
_COOKIE, _COMPRESSED_COOKIE = 0x1C849313, 0x1C849314
_HEADER = struct.Struct(">iiiiqqd")
_ENVELOPE = struct.Struct(">ii")
_MAX_VARINT_LENGTH = 9


def cell_of(microseconds: int) -> int:
    """The cell of a value in microseconds."""
    shift = max(0, microseconds.bit_length() - 11)
    return shift * HALF + (microseconds >> shift)


def lowest_of(cell: int) -> int:
    """The smallest value of a cell, µs."""
    shift = max(0, cell // HALF - 1)
    return (cell - shift * HALF) << shift


@cache
def middle_of(cell: int) -> int:
    """The value that stands for a cell, µs: the cell itself below 2,048, else its middle."""
    shift = max(0, cell // HALF - 1)
    return lowest_of(cell) + (1 << shift >> 1)


CELLS = cell_of(MAX_US) + 1


class NotAHistogram(ValueError):
    """Error for a text that is not a histogram that can be kept."""


@dataclass(frozen=True)
class Histogram:
    """Cell → count, in the order of the cells, each count above 0."""

    cells: Mapping[int, int]

    @property
    def count(self) -> int:
        return sum(self.cells.values())

    def percentiles(self, shares: Iterable[float]) -> list[float | None]:
        """Seconds that each share (rising, 0 to 1) of the requests took at most; None without a request.

        The smallest value that at least that share of requests does not exceed, within the width of its cell.
        """
        total, cells, running_total, at = self.count, list(self.cells.items()), 0, -1
        values: list[float | None] = []
        for share in shares:
            rank = max(1.0, share * total - 1e-9 * total)
            while at + 1 < len(cells) and running_total < rank:
                at += 1
                running_total += cells[at][1]
            values.append(middle_of(cells[at][0]) / 1e6 if cells else None)
        return values


def encode(histogram: Histogram) -> str:
    """HdrHistogram's V2 encoding, compressed, in base64; begins with HISTF."""
    payload, next_cell = bytearray(), 0
    for cell, count in histogram.cells.items():
        if cell > next_cell:
            _put(payload, next_cell - cell)  # a run of empty cells
        _put(payload, count)
        next_cell = cell + 1
    header = _HEADER.pack(_COOKIE, len(payload), 0, _DIGITS, 1, MAX_US, 1.0)
    body = zlib.compress(header + bytes(payload), 6)
    return base64.b64encode(_ENVELOPE.pack(_COMPRESSED_COOKIE, len(body)) + body).decode()


def decode(text: str) -> Histogram:
    """The histogram in a text that may come from anywhere; NotAHistogram says what is wrong with it."""
    payload = _payload(text)
    cells: dict[int, int] = {}
    cell = rest = shift = 0
    for byte in payload:
        rest |= (byte & 0x7F) << shift
        if byte > 0x7F:
            shift += 7
            if shift >= 7 * _MAX_VARINT_LENGTH:
                raise NotAHistogram("a count in it is cut or too large")
            continue
        value = (rest >> 1) ^ -(rest & 1)
        rest = shift = 0
        if value > 0:
            cells[cell] = value
        cell += 1 if value >= 0 else -value
        if cell > CELLS:
            raise NotAHistogram("it has values above one hour")
    if shift:
        raise NotAHistogram("a count in it is cut or too large")
    if (total := sum(cells.values())) > MAX_COUNTED:
        raise NotAHistogram(f"it counts {total:,} requests")
    return Histogram(cells)


def _payload(text: str) -> bytes:
    if len(text) > MAX_TEXT_LENGTH:
        raise NotAHistogram(f"it has {len(text):,} characters, where {MAX_TEXT_LENGTH:,} are allowed")
    most = _HEADER.size + CELLS * _MAX_VARINT_LENGTH
    try:
        raw = base64.b64decode(text, validate=True)
        cookie, length = _ENVELOPE.unpack_from(raw)
        unzip = zlib.decompressobj()
        plain = unzip.decompress(raw[_ENVELOPE.size :], most)
        inner, size, offset, digits, lowest, highest, ratio = _HEADER.unpack_from(plain)
    except (binascii.Error, zlib.error, struct.error, ValueError) as error:
        raise NotAHistogram("it is not in the V2 encoding of HdrHistogram") from error
    if not unzip.eof or unzip.unused_data or length != len(raw) - _ENVELOPE.size:
        raise NotAHistogram("it is cut, or longer than it says")
    if (cookie, inner) != (_COMPRESSED_COOKIE, _COOKIE) or size != len(plain) - _HEADER.size:
        raise NotAHistogram("it is not in the V2 encoding of HdrHistogram")
    if (offset, digits, lowest, highest, ratio) != (0, _DIGITS, 1, MAX_US, 1.0):
        raise NotAHistogram("its cells are not those of microseconds with 3 digits")
    return plain[_HEADER.size :]


def _put(payload: bytearray, value: int) -> None:
    """ZigZag LEB128: small numbers of either sign in few bytes."""
    rest = (value << 1) ^ (value >> 63)
    while rest > 0x7F:
        payload.append(rest & 0x7F | 0x80)
        rest >>= 7
    payload.append(rest)
