"""The control plane's clock as this host knows it; each heartbeat adds one reading."""

import time
from collections import deque

from agents.contract.reports import Clock

_KEPT = 15


class ServerClock:
    """Epoch seconds of the control plane; this host's own until the first heartbeat."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, float]] = deque(maxlen=_KEPT)  # (round trip, server − monotonic)

    def learn(self, sent: float, received: float, server_time: float) -> None:
        """One answer: when it was sent and received (monotonic), and the server's time in between."""
        self._readings.append((received - sent, server_time - (sent + received) / 2))
        self._round_trip, self._offset = min(self._readings)  # the fastest one bounds the error best

    _offset: float | None = None
    _round_trip: float | None = None

    def reading(self) -> Clock:
        """How far this host's own clock is ahead of the control plane's."""
        if self._offset is None:
            return Clock()
        return Clock(offset_s=time.time() - self.now(), round_trip_s=self._round_trip)

    def now(self) -> float:
        return time.time() if self._offset is None else time.monotonic() + self._offset
