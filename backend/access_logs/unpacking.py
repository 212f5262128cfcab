"""Unpacks a log that gzip packed, as rotated ones are, while it comes. Pure."""

import zlib
from collections.abc import Iterator

from backend.access_logs.problems import UnusableLog

MAX_UNPACKED = 2 * 1024**3  # bytes, as many as a log that is uploaded may have: zeros pack a thousand to one
MAX_PIECE = 1024**2
_MAGIC = b"\x1f\x8b"
_WITH_HEADER = 16 + zlib.MAX_WBITS


class Unpacker:
    """Passes the bytes of a plain log on, and unpacks those of a packed one, in pieces of at most 1 MiB."""

    def __init__(self) -> None:
        self._begin = b""
        self._is_packed: bool | None = None  # None: too few bytes have come to tell
        self._member: zlib._Decompress | None = None
        self._unpacked_bytes = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bytes of the log that the next ones of its file hold; UnusableLog if damaged or too many."""
        if self._is_packed is None:
            self._begin += data
            if len(self._begin) < len(_MAGIC):
                return
            self._is_packed = self._begin.startswith(_MAGIC)
            data, self._begin = self._begin, b""
        if self._is_packed:
            yield from self._unpack(data)
        else:
            yield data

    def finish(self) -> bytes:
        """The last byte of a plain log, if it has but one; UnusableLog if a packed one ends too early."""
        if self._member:
            raise UnusableLog("the packed log ends too early: copy the whole file")
        return self._begin

    def _unpack(self, data: bytes) -> Iterator[bytes]:
        """A file may hold several packed logs, one after the other."""
        piece = b""
        while data or (self._member and len(piece) == MAX_PIECE):
            member = self._member or zlib.decompressobj(_WITH_HEADER)
            try:
                piece = member.decompress(data, MAX_PIECE)
            except zlib.error:
                raise UnusableLog("the packed log is damaged: `zcat FILE` says where") from None
            self._unpacked_bytes += len(piece)
            if self._unpacked_bytes > MAX_UNPACKED:
                raise UnusableLog("the log is larger than 2 GiB unpacked: take a part of it")
            data = member.unused_data if member.eof else member.unconsumed_tail
            self._member = None if member.eof else member
            yield piece
