"""The moment at which load tools of several hosts begin: each says that it is ready, then all are fired."""

import time
from collections.abc import Callable

from agents.contract.reports import NOT_READY
from agents.failure import JobFailed
from agents.runner.clock import ServerClock
from agents.runner.running_job import RunningJob

MAX_WAIT_S = 60.0
"""From being ready: another host may take 30 s longer, and a message may have to be sent again."""
_LOOK_S = 0.2
_AGAIN_S = 0.5


class StartSignal:
    """`late_s`: by how much the moment had passed when its message came."""

    def __init__(self, running: RunningJob, say_ready: Callable[[str], None], clock: ServerClock) -> None:
        self._running, self._say_ready, self._clock = running, say_ready, clock
        self.late_s = 0.0

    def wait(self, check_alive: Callable[[], None]) -> None:
        """Return at the moment. JobFailed when no word comes, the job is cancelled or `check_alive` fails."""
        deadline = time.monotonic() + MAX_WAIT_S
        self._tell(deadline)
        while (at := self._running.wait_for_fire(_LOOK_S)) is None:
            self._running.raise_if_cancelled()
            check_alive()
            if time.monotonic() > deadline:
                raise JobFailed(NOT_READY, f"it was ready, and not told to begin within {MAX_WAIT_S:g} s")
        self.late_s = max(0.0, self._clock.now() - at)
        while (left_s := min(at - self._clock.now(), deadline - time.monotonic())) > 0:
            self._running.wait(left_s)
            self._running.raise_if_cancelled()

    def _tell(self, deadline: float) -> None:
        while True:
            try:
                self._say_ready(self._running.job.id)
                return
            except OSError as error:
                if time.monotonic() > deadline:
                    raise JobFailed(NOT_READY, f"nobody could be told that it is ready: {error}") from error
                self._running.wait(_AGAIN_S)
                self._running.raise_if_cancelled()
