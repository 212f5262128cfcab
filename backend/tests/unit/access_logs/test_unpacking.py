"""Logs packed by gzip, as logrotate leaves them: whole, joined, cut, damaged, and packed bombs."""

import gzip
import zlib

import pytest

from backend.access_logs import unpacking
from backend.access_logs.problems import UnusableLog
from backend.access_logs.reader import LogReader
from backend.tests.unit.access_logs.logs import combined_line, read

LOG = b"".join(combined_line(f"/{number}", size=number).encode() for number in range(3000))


@pytest.mark.parametrize("piece", [1, 7, 100_000])
def test_a_packed_log_is_read_like_the_plain_one(piece: int) -> None:
    assert read(gzip.compress(LOG), piece=piece) == read(LOG)


def test_packed_logs_that_were_joined_are_one_log() -> None:
    joined = gzip.compress(LOG[:100_000]) + gzip.compress(b"") + gzip.compress(LOG[100_000:])

    assert read(joined, piece=777) == read(LOG)


def test_a_log_that_packs_a_thousand_to_one_is_read_whole() -> None:
    assert read(gzip.compress(combined_line().encode() * 20_000), piece=1000).lines == 20_000


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("piece", [1000, 1_000_000])
def test_a_log_may_end_where_a_piece_of_it_ends(more: int, piece: int) -> None:
    log = combined_line().encode()
    log += b" " * (unpacking.MAX_PIECE + more - len(log) - 1) + b"\n"

    assert read(gzip.compress(log), piece=piece).lines == 1


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        pytest.param(gzip.compress(LOG)[:-9], "ends too early", id="end cut off"),
        pytest.param(gzip.compress(LOG)[:5], "ends too early", id="head cut"),
        pytest.param(gzip.compress(LOG)[:-8] + bytes(8), "damaged", id="another checksum"),
        pytest.param(gzip.compress(LOG) + b"and more", "damaged", id="more behind it"),
        pytest.param(b"\x1f\x8b\x08\x00" * 10, "damaged", id="heads alone"),
        pytest.param(gzip.compress(b""), "no lines", id="nothing in it"),
        pytest.param(b"\x1f", "not of format", id="one byte"),
    ],
)
def test_a_packed_log_that_is_cut_or_damaged_is_an_error(packed: bytes, message: str) -> None:
    with pytest.raises(UnusableLog, match=message):
        read(packed, piece=50)


def test_a_bomb_ends_at_the_most_that_a_log_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MAX_UNPACKED", 1024**2)
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(combined_line().encode() * 1000) for _ in range(20)) + packer.flush()
    assert len(bomb) < 1024**2 / 50

    with pytest.raises(UnusableLog, match="larger than 2 GiB unpacked"):
        LogReader().feed(bomb)
