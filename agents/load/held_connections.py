"""Connections that are held beside a trial: opened by its warm-up, closed by what comes next."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.contract.held import HeldReport
from agents.contract.jobs import MeasureJob
from agents.contract.reports import NOT_PREPARED
from agents.failure import JobFailed
from agents.load.holder import HeldLoad, Holder, Wait, held_load
from agents.load.target import checked_target
from agents.processes import Processes
from agents.targets import Targets

_CLOSED_PER_S = 50_000
"""Connections whose end a server takes note of in a second: what is measured next waits for that."""


class HeldConnections:
    """At most one load is held. Every other job that changes the host lets it go."""

    def __init__(self, processes: Processes, folder: Path, targets: Targets) -> None:
        self._processes, self._folder, self._targets = processes, folder, targets
        self._holder: Holder | None = None

    @contextmanager
    def around(self, work: MeasureJob, wait: Wait) -> Iterator[None]:
        """A warm-up opens connections; a trial needs them. What comes next closes them.

        Other hosts watch until after the load has ended: until then they have to be open.
        """
        targets = [checked_target(target, self._targets) for target in work.held_targets]
        load, is_trial = held_load(work.workload, targets), work.trial_id is not None
        try:
            self._take(load) if is_trial else self._open(load, wait)
            yield
        except BaseException:
            self.let_go()
            raise

    def begin(self) -> None:
        """The measured window begins."""
        if self._holder:
            self._holder.begin()

    def report(self) -> HeldReport | None:
        """The connections held since `begin`; None without held connections."""
        return self._holder.report() if self._holder else None

    @property
    def sessions(self) -> set[int]:
        return self._holder.sessions if self._holder else set()

    def let_go(self) -> None:
        """Close all of them."""
        holder, self._holder = self._holder, None
        if holder:
            holder.close()

    def _take(self, load: HeldLoad | None) -> None:
        if self._holder and self._holder.load != load:
            self.let_go()
        if load and self._holder is None:
            raise JobFailed(NOT_PREPARED, "The connections that the warm-up opened are no longer held")

    def _open(self, load: HeldLoad | None, wait: Wait) -> None:
        if self._holder:
            seconds = self._holder.hold.connections / _CLOSED_PER_S
            self.let_go()
            wait(seconds)
        if load is None:
            return
        self._holder = Holder(load, self._folder)
        self._holder.start(self._processes)
        self._holder.await_ramp(wait)
