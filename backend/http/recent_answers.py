"""Counts of the last minute's requests that failed by the server's own fault, in this process."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

WINDOW_S = 60


@dataclass
class Counts:
    """Answers to requests, `failures` of them by the server's fault; `refusals` for want of a thread."""

    answers: int = 0
    failures: int = 0
    refusals: int = 0

    def add(self, counts: "Counts") -> None:
        self.answers += counts.answers
        self.failures += counts.failures
        self.refusals += counts.refusals


class RecentAnswers:
    """Counts for each of the last seconds. Safe from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._seconds: deque[tuple[int, Counts]] = deque()

    def note(self, *, answers: int = 0, failures: int = 0, refusals: int = 0) -> None:
        with self._lock:
            self._forget()
            second = int(self._clock())
            if not self._seconds or self._seconds[-1][0] != second:
                self._seconds.append((second, Counts()))
            self._seconds[-1][1].add(Counts(answers, failures, refusals))

    def last_minute(self) -> Counts:
        counts = Counts()
        with self._lock:
            self._forget()
            for _, second_counts in self._seconds:
                counts.add(second_counts)
        return counts

    def _forget(self) -> None:
        while self._seconds and self._seconds[0][0] <= self._clock() - WINDOW_S:
            self._seconds.popleft()
