"""Reads an access log as a stream: lines counted by kind, and a sample of the requests. Pure.

Bytes are fed in pieces of any size. Memory is bounded whatever they are.
"""

import random
from collections import Counter
from dataclasses import dataclass
from operator import itemgetter

from backend.access_logs.clock import RequestRate
from backend.access_logs.formats import LogFormat, Row, find_formats
from backend.access_logs.kinds import (
    NO_TARGET,
    REASONS,
    UNCHANGED,
    UNREADABLE,
    USED,
    WHOLE,
    clean_target,
    kind_left_out,
)
from backend.access_logs.problems import UnusableLog, excerpt
from backend.access_logs.sample import Reservoir, SampledRequest
from backend.access_logs.unpacking import Unpacker

MAX_LINE = 64 * 1024
HEAD_LINES, HEAD_BYTES = 1000, 4 * 1024**2
"""The begin of a log, which shows its format."""
MIN_FITTING = 0.9
_TIME, _CONNECTION_REQUESTS = itemgetter(4), itemgetter(5)


@dataclass(frozen=True)
class LogSample:
    """Counts of a log, and `requests`: a uniform sample of its `usable_requests`."""

    format: str
    lines: int
    usable_requests: int
    left_out: dict[str, int]
    requests: list[SampledRequest]
    rate: tuple[float, int] | None
    requests_per_connection: float | None


class LogReader:
    """Takes the bytes of one log; `finish` gives the sample."""

    def __init__(self, format_name: str = "auto") -> None:
        self._formats = find_formats(format_name)
        self._format: LogFormat | None = None
        self._unpacker = Unpacker()
        self._waiting = b""  # the begin of the log, then the begin of a line
        self._is_in_long_line = False
        self._lines = self._usable = 0
        self._connections = self._requests_of_connections = 0
        self._left_out: Counter[str] = Counter()
        self._sample = Reservoir(random.Random(1))
        self._rate = RequestRate()

    def feed(self, data: bytes) -> None:
        """Read the next bytes, packed or not; UnusableLog as soon as the log cannot be used."""
        for piece in self._unpacker.feed(data):
            self._feed(piece)

    def _feed(self, data: bytes) -> None:
        if self._is_in_long_line:
            _, line_end, data = data.partition(b"\n")
            self._is_in_long_line = not line_end
        self._waiting += data
        if self._format is None:
            if len(self._waiting) < HEAD_BYTES and self._waiting.count(b"\n") < HEAD_LINES:
                return
            self._choose_format()
        block, line_end, self._waiting = self._waiting.rpartition(b"\n")
        if line_end:
            self._read(block)
        if len(self._waiting) > MAX_LINE:
            self._waiting, self._is_in_long_line = b"", True
            self._lines += 1
            self._left_out[UNREADABLE] += 1

    def finish(self) -> LogSample:
        """The sample of all that was fed; UnusableLog if there is nothing to use."""
        self._feed(self._unpacker.finish())
        if self._format is None:
            self._choose_format()
        self._read(self._waiting)
        if not self._usable:
            kinds = "; ".join(f"{count} × {REASONS[kind]}" for kind, count in self._left_out.most_common(5))
            raise UnusableLog(f"no line is a GET that was answered 200, 206 or 304. Left out: {kinds}")
        return LogSample(
            format=self._format.name if self._format else "",
            lines=self._lines,
            usable_requests=self._usable,
            left_out=dict(self._left_out),
            requests=self._sample.requests,
            rate=self._rate.result(),
            requests_per_connection=(
                self._requests_of_connections / self._connections if self._connections else None
            ),
        )

    def _choose_format(self) -> None:
        lines = self._waiting.split(b"\n", HEAD_LINES)[:HEAD_LINES]
        self._format = best_format(self._formats, lines)

    def _read(self, block: bytes) -> None:
        assert self._format
        rows, other_lines = self._format.read_block(block)
        for line in other_lines:
            entry = self._format.read_line(line)
            if entry:
                rows.append(entry._replace(target=clean_target(entry.target) or b""))
            elif line.strip():
                self._left_out[UNREADABLE] += 1
                self._lines += 1
        self._count(rows)
        usable = [row for row in rows if row[0] == b"GET" and row[2] in USED and row[1]]
        while (place := self._sample.next_index - self._usable) < len(usable):
            self._sample.take(_sampled_request(usable[place]))
        self._usable += len(usable)

    def _count(self, rows: list[Row]) -> None:
        self._lines += len(rows)
        for (method, status, is_path), count in Counter(
            (row[0], row[2], bool(row[1])) for row in rows
        ).items():
            kind = kind_left_out(method, status) or ("" if is_path else NO_TARGET)
            if kind:
                self._left_out[kind] += count
        for time, count in Counter(map(_TIME, rows)).items():
            self._rate.add(time, count)
        for number, count in Counter(map(_CONNECTION_REQUESTS, rows)).items():
            if number:
                self._requests_of_connections += count
                self._connections += count if number == b"1" else 0


def _sampled_request(row: Row) -> SampledRequest:
    _, target, status, size, _, _ = row
    outcome = USED[status]
    return SampledRequest(
        target, outcome == UNCHANGED, int(size) if outcome == WHOLE and size.isdigit() else None
    )


def best_format(formats: list[LogFormat], lines: list[bytes]) -> LogFormat:
    """The format that most of the lines fit, the first of equals; UnusableLog below nine in ten."""
    line_numbers = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not line_numbers:
        raise UnusableLog("the log has no lines")
    misfits = {
        log_format.name: [
            (number, line) for number, line in line_numbers if log_format.read_line(line) is None
        ]
        for log_format in formats
    }
    best = min(formats, key=lambda log_format: len(misfits[log_format.name]))
    wrong = misfits[best.name]
    if len(line_numbers) - len(wrong) < MIN_FITTING * len(line_numbers):
        names = " or ".join(log_format.name for log_format in formats)
        raise UnusableLog(
            f"{len(wrong)} of the first {len(line_numbers)} lines are not of format {names}; the first is "
            f"line {wrong[0][0]}: {excerpt(wrong[0][1])}. Give the log_format that nginx writes it by; for "
            "the log of another server write one, in which what is not read may have any name"
        )
    return best
