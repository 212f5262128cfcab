"""The control plane's clock as this host knows it; each heartbeat adds one reading."""

import threading
import time
from collections import deque

from agents.contract.reports import Clock

_KEPT = 15
_DRIFT_S = 0.1  # that two clocks may drift apart while readings are kept


class ServerClock:
    """Epoch seconds of the control plane; this host's own until the first heartbeat."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, float]] = deque(maxlen=_KEPT)  # (round trip, server − monotonic)
        self._offset: float | None = None
        self._round_trip = 0.0
        self._lock = threading.Lock()

    def learn(self, sent_at: float, received_at: float, server_time: float) -> None:
        """One answer: when it was sent and received (monotonic), and the server's time in between."""
        round_trip, offset = received_at - sent_at, server_time - (sent_at + received_at) / 2
        with self._lock:
            if (
                self._offset is not None
                and abs(offset - self._offset) > (round_trip + self._round_trip) / 2 + _DRIFT_S
            ):
                self._readings.clear()  # the control plane's clock was set, or this host slept
            self._readings.append((round_trip, offset))
            self._round_trip, self._offset = min(self._readings)  # the fastest one bounds the error best

    def reading(self) -> Clock:
        """Measure how far this host's own clock is ahead of the control plane's."""
        if self._offset is None:
            return Clock()
        return Clock(offset_s=time.time() - self.now(), round_trip_s=self._round_trip)

    def now(self) -> float:
        return time.time() if self._offset is None else time.monotonic() + self._offset
