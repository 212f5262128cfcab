"""Logs and formats that were made to hurt."""

import time
import tracemalloc

import pytest

from backend.access_logs.formats import parse_log_format
from backend.access_logs.reader import LogReader
from backend.access_logs.sample import MAX_BYTES
from backend.tests.unit.access_logs.logs import combined_line, read


@pytest.mark.parametrize(
    ("log_format", "line"),
    [
        ("$a a $b a $c a $request $status", b"a a " * 15_000),
        ('"$a" "$b" "$c" "$request" $status', b'"\\' * 30_000),
        ("$a aaaaaaaaaab$request $status", b"a" * 60_000),
        ("$a " * 60 + "$request $status", b" " * 60_000),
    ],
)
def test_no_format_takes_more_than_one_way_through_a_line(log_format: str, line: bytes) -> None:
    """Ten times as long a line takes about ten times as long, whatever it is made of."""
    parsed = parse_log_format(log_format)
    usual, long = _seconds(parsed.read_line, line[: len(line) // 10]), _seconds(parsed.read_line, line)

    assert long < 40 * usual + 0.02


def _seconds(read_line: object, line: bytes) -> float:
    times = []
    for _ in range(3):
        begin = time.process_time()
        read_line(line)  # pyright: ignore[reportCallIssue]
        times.append(time.process_time() - begin)
    return min(times)


def test_text_of_a_format_is_no_expression() -> None:
    sample = read("(a+)+ GET / HTTP/1.1|200\n", "(a+)+ $request|$status")

    assert sample.usable_requests == 1


def test_memory_is_bounded_for_long_targets_that_are_all_different() -> None:
    reader = LogReader()
    tracemalloc.start()
    for number in range(400):
        reader.feed("".join(combined_line(f"/{number}/{n}?" + "x" * 1980) for n in range(100)).encode())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    sample = reader.finish()
    assert sample.usable_requests == 40_000
    assert sum(len(request.target) for request in sample.requests) <= MAX_BYTES
    assert peak < 2 * MAX_BYTES


def test_memory_is_bounded_for_a_line_without_end() -> None:
    reader = LogReader()
    reader.feed(combined_line().encode() * 1000)
    tracemalloc.start()
    for _ in range(200):
        reader.feed(b"\x00" * 1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert reader.finish().left_out == {"unreadable": 1}
    assert peak < 10_000_000
