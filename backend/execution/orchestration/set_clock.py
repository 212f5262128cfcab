"""The control plane's own clock was set, or its machine slept: what was counted from before means nothing.

Hosts would have been silent, and jobs overdue, for as long as the clock was set by. They all begin to count
anew. Each worker process notices by itself; that another has noticed as well changes nothing.
"""

import time
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend import liveness
from backend.records import hosts_queries, jobs_queries

SET_BY_S = 1.0


class Clock:
    """Compares the system's clock with the monotonic one, which nobody sets."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def was_set(self) -> bool:
        """Whether it was set since the last look."""
        before, self._offset = self._offset, time.time() - time.monotonic()
        return abs(self._offset - before) >= SET_BY_S


clock = Clock()


def count_anew(session: Session) -> None:
    """Restart all waits: every host was just heard, every job just sent, the API just started."""
    now = datetime.now(UTC)
    hosts_queries.hear_all(session, now)
    jobs_queries.send_all(session, now)
    liveness.begin_anew()
