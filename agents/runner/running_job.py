"""A job while it runs: how others cancel or finish it."""

import threading

from agents.contract.jobs import Job
from agents.failure import Cancelled
from agents.processes import Child


class RunningJob:
    def __init__(self, job: Job) -> None:
        self.job = job
        self.stopped: Cancelled | None = None  # why, once somebody ends it
        self._woken = threading.Event()
        self._reported = threading.Event()
        self._fired = threading.Event()
        self._fire_at: float | None = None
        self._children: list[Child] = []
        self._lock = threading.Lock()

    def attach(self, child: Child) -> None:
        """From now on a cancel ends this child too."""
        with self._lock:
            self._children.append(child)
            late = self.stopped is not None
        if late:
            child.stop()

    def cancel(self, reason: Cancelled) -> None:
        """End what the job started; returns when it has ended."""
        with self._lock:
            self.stopped = self.stopped or reason
            children = list(self._children)
        self._woken.set()
        for child in children:
            child.stop()

    def finish(self) -> None:
        """The job's time is over; it ends normally."""
        self._woken.set()

    def fire(self, at: float) -> None:
        """Its load tool begins at `at`; the first word counts."""
        self._fire_at = at if self._fire_at is None else self._fire_at
        self._fired.set()

    def wait_for_fire(self, seconds: float) -> float | None:
        """Moment at which its load tool is to begin; None where nobody said so yet."""
        self._fired.wait(seconds)
        return self._fire_at

    def report_is_out(self) -> None:
        """Its report is on its way, before anything that is said later."""
        self._reported.set()

    def wait_for_report(self, seconds: float) -> bool:
        """Until its report is on its way, or time is up."""
        return self._reported.wait(seconds)

    def wait(self, seconds: float) -> bool:
        """Sleep until finished, cancelled, or time is up; whether it was finished or cancelled."""
        return self._woken.wait(seconds)

    def is_cancelled(self) -> bool:
        return self.stopped is not None

    def raise_if_cancelled(self) -> None:
        if self.stopped:
            raise self.stopped
