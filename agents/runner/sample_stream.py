"""Readings of one trial on their way out: together, and what a page draws also at once while somebody looks.

Where load and control plane share a machine, what is sent during a trial costs some of what it measures.
Pages draw the requests of a server as they are counted; a host that counts none sends nothing before the end.
"""

from collections.abc import Callable, Sequence

from agents.contract.reports import SampleBatch
from agents.observe.observer import Series

MAX_TICKS = 60
"""Readings that wait: so many are lost with an agent that dies."""
_DRAWN = ".requests_per_s"


class SampleStream:
    """`add` takes a reading, `end` sends what still waits. `is_watched` says whether somebody looks now."""

    def __init__(
        self, trial_id: str, send: Callable[[SampleBatch], None], is_watched: Callable[[], bool]
    ) -> None:
        self._trial_id, self._send, self._is_watched = trial_id, send, is_watched
        self._ticks: list[tuple[float, Series, Callable[[], Series]]] = []
        self._seq = 0

    def add(self, at: float, series: Series, more: Callable[[], Series]) -> None:
        """One tick, at epoch seconds of the control plane's clock; `more` is worked out when it is sent."""
        self._ticks.append((at, series, more))
        live_series = {name: value for name, value in series.items() if name.endswith(_DRAWN)}
        if live_series and self._is_watched():
            self._send_ticks([(at, live_series)], is_live=True)
        if len(self._ticks) >= MAX_TICKS:
            self.end()

    def end(self) -> None:
        if not self._ticks:
            return
        ticks, self._ticks = self._ticks, []
        self._send_ticks([(at, series | more()) for at, series, more in ticks])
        self._seq += 1

    def _send_ticks(self, ticks: Sequence[tuple[float, Series]], is_live: bool = False) -> None:
        names = dict.fromkeys(name for _, series in ticks for name in series)
        values = {name: [series.get(name) for _, series in ticks] for name in names}
        times = [at for at, _ in ticks]
        batch = SampleBatch(
            trial_id=self._trial_id, seq=self._seq, times=times, series=values, is_live=is_live
        )
        self._send(batch)
