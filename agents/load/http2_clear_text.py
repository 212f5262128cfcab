"""One GET over HTTP/2 with prior knowledge: before nginx 1.25.1 such a port understands nothing else.

Headers are sent as literals, and of the answer's only the status is read, so no HPACK tables are needed.
"""

import socket
import struct
import time
from collections.abc import Iterator, Mapping

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _GOAWAY, _WINDOW_UPDATE = 0, 1, 3, 4, 7, 8
_END_STREAM, _ACK, _END_HEADERS, _PADDED, _PRIORITY = 1, 1, 4, 8, 32
_HEADER_TABLE_SIZE, _ENABLE_PUSH, _INITIAL_WINDOW_SIZE = 1, 2, 4
_MAX_WINDOW, _DEFAULT_WINDOW = 2**31 - 1, 65_535
_MAX_FRAME = 16_384
_HEAD = struct.Struct(">BHBBI")  # length in 1 + 2 bytes, type, flags, stream
_STATIC_STATUS = dict(zip(range(8, 15), (200, 204, 206, 304, 400, 404, 500), strict=True))


class NotHttp2Error(OSError):
    """The server does not answer in HTTP/2, or in a form that is not read here."""


def get(address: tuple[str, int], headers: Mapping[str, str], timeout: float, most: int) -> tuple[int, bytes]:
    """Status and body; `headers` begin with those of HTTP/2, such as `:path`. NotHttp2Error, OSError."""
    with socket.create_connection(address, timeout) as connection:
        settings = struct.pack(
            ">HIHIHI", _HEADER_TABLE_SIZE, 0, _ENABLE_PUSH, 0, _INITIAL_WINDOW_SIZE, _MAX_WINDOW
        )
        connection.sendall(
            _PREFACE
            + _frame(_SETTINGS, 0, 0, settings)
            + _frame(_WINDOW_UPDATE, 0, 0, struct.pack(">I", _MAX_WINDOW - _DEFAULT_WINDOW))
            + _frame(_HEADERS, _END_STREAM | _END_HEADERS, 1, b"".join(map(_literal, headers.items())))
        )
        return _answer(connection, most, time.monotonic() + timeout)


def _answer(connection: socket.socket, most: int, deadline: float) -> tuple[int, bytes]:
    status, body = 0, b""
    for kind, flags, stream, payload in _frames(connection):
        if kind == _SETTINGS and not flags & _ACK:
            connection.sendall(_frame(_SETTINGS, _ACK, 0, b""))
        elif kind in (_GOAWAY, _RST_STREAM):
            raise NotHttp2Error("the server ended the HTTP/2 connection")
        elif stream == 1 and kind == _HEADERS and not status:
            status = _status(_content(flags, payload)[5 if flags & _PRIORITY else 0 :])
        elif stream == 1 and kind == _DATA:
            body += _content(flags, payload)
        if time.monotonic() > deadline:
            raise NotHttp2Error("it sends frames without an end")
        if len(body) > most:
            raise NotHttp2Error(f"its answer has more than {most} bytes")
        if stream == 1 and kind in (_HEADERS, _DATA) and flags & _END_STREAM:
            return status, body
    raise NotHttp2Error("it does not answer in HTTP/2: set listen.http2 on, or protocol: h1")


def _frames(connection: socket.socket) -> Iterator[tuple[int, int, int, bytes]]:
    """Type, flags, stream and payload of each frame, until the connection ends."""
    while len(head := _exactly(connection, _HEAD.size)) == _HEAD.size:
        high, low, kind, flags, stream = _HEAD.unpack(head)
        length = (high << 16) + low
        if length > _MAX_FRAME:
            raise NotHttp2Error("it does not answer in HTTP/2: set listen.http2 on, or protocol: h1")
        yield kind, flags, stream & _MAX_WINDOW, _exactly(connection, length)


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size and (piece := connection.recv(size - len(data))):
        data += piece
    return data


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return _HEAD.pack(len(payload) >> 16, len(payload) & 0xFFFF, kind, flags, stream) + payload


def _literal(header: tuple[str, str]) -> bytes:
    """A header that is never indexed, without Huffman's code."""
    return b"\x10" + b"".join(_string(text.encode("ascii")) for text in header)


def _string(data: bytes) -> bytes:
    """Its length as an integer of HPACK with a prefix of 7 bits, and the bytes."""
    remainder = len(data) - 127
    if remainder < 0:
        return bytes([len(data)]) + data
    length = b"\x7f"
    while remainder > 127:
        length += bytes([remainder & 127 | 128])
        remainder >>= 7
    return length + bytes([remainder]) + data


def _content(flags: int, payload: bytes) -> bytes:
    if not flags & _PADDED or not payload:
        return payload
    return payload[1 : len(payload) - payload[0]]


def _status(block: bytes) -> int:
    """The first header of an answer: `:status`, of the static table or as three digits."""
    while block and block[0] >> 5 == 1:  # a change of the table's size
        block = block[1:]
    if block and block[0] & 0x80 and block[0] & 0x7F in _STATIC_STATUS:
        return _STATIC_STATUS[block[0] & 0x7F]
    if len(block) >= 5 and block[0] & 0x3F in _STATIC_STATUS and block[1] == 3 and block[2:5].isdigit():
        return int(block[2:5])
    raise NotHttp2Error("the status of its HTTP/2 answer cannot be read")
