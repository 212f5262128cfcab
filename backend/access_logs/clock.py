"""Requests a second of a log: mean over its span, and the second with the most. Pure."""

import re
from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache

_LOCAL = re.compile(rb"(\d\d/[A-Z][a-z]{2}/\d{4}):(\d\d):(\d\d):(\d\d)(?: ([+-])(\d\d)(\d\d))?")
_MONTHS = b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_MAX_SECONDS = 10_000
"""Seconds that are counted at a time: lines of a log are in order, but for a few."""


class RequestRate:
    """Counts requests by second, in bounded memory."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._first: int | None = None
        self._last = self._total = self._peak = 0

    def add(self, time: bytes, count: int) -> None:
        """Count requests at a time as the log writes it; not counted if it is no time."""
        second = second_of(time)
        if second is None:
            return
        self._counts[second] += count
        self._total += count
        self._first = second if self._first is None else min(self._first, second)
        self._last = max(self._last, second)
        if len(self._counts) >= _MAX_SECONDS:
            self._settle()
            for oldest in list(self._counts)[: _MAX_SECONDS // 2]:
                del self._counts[oldest]

    def _settle(self) -> None:
        self._peak = max(self._peak, *self._counts.values(), 0)

    def result(self) -> tuple[float, int] | None:
        """Mean and peak; None for a log without times."""
        if self._first is None:
            return None
        self._settle()
        return self._total / (self._last - self._first + 1), self._peak


def second_of(time: bytes) -> int | None:
    """Epoch second of $time_local, $time_iso8601 or $msec; None for anything else."""
    if local := _LOCAL.match(time):
        hours, minutes, seconds = int(local[2]), int(local[3]), int(local[4])
        midnight = _midnight(local[1])
        if midnight is None:
            return None
        zone = (int(local[6]) * 60 + int(local[7])) * 60 if local[5] else 0
        return midnight + hours * 3600 + minutes * 60 + seconds + (zone if local[5] == b"-" else -zone)
    return _other_second(time[:40])


@lru_cache(64)
def _midnight(day: bytes) -> int | None:
    try:
        date = datetime(int(day[7:]), _MONTHS.index(day[3:6]) + 1, int(day[:2]), tzinfo=UTC)
    except ValueError:
        return None
    return int(date.timestamp())


def _other_second(time: bytes) -> int | None:
    try:
        text = time.decode("ascii")
        if re.fullmatch(r"\d{9,11}(\.\d+)?", text):
            return int(text.partition(".")[0])
        moment = datetime.fromisoformat(text)
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        return None
