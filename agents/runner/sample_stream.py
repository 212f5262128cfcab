"""Readings of one trial on their way out: at once while somebody looks at them, else together.

Where load and control plane share a machine, what is sent during a trial costs some of what it measures.
Pages draw the requests of a server as they are counted; a host that counts none sends all at the end.
"""

from collections.abc import Callable, Iterable

from agents.contract.reports import SampleBatch

MAX_TICKS = 60
"""Readings that wait while nobody looks: so many are lost with an agent that dies."""


class SampleStream:
    """`add` takes a reading, `end` sends what still waits. `is_watched` says whether somebody looks now."""

    def __init__(
        self, trial_id: str, send: Callable[[SampleBatch], None], is_watched: Callable[[], bool]
    ) -> None:
        self._trial_id, self._send, self._is_watched = trial_id, send, is_watched
        self._ticks: list[tuple[float, dict[str, float | None]]] = []
        self._seq = 0

    def add(self, at: float, series: dict[str, float | None]) -> None:
        """One tick, at epoch seconds of the control plane's clock."""
        self._ticks.append((at, series))
        if len(self._ticks) >= MAX_TICKS or (_is_drawn_live(series) and self._is_watched()):
            self.end()

    def end(self) -> None:
        if not self._ticks:
            return
        ticks, self._ticks = self._ticks, []
        names = dict.fromkeys(name for _, series in ticks for name in series)
        values = {name: [series.get(name) for _, series in ticks] for name in names}
        batch = SampleBatch(
            trial_id=self._trial_id, seq=self._seq, times=[at for at, _ in ticks], series=values
        )
        self._seq += 1
        self._send(batch)


def _is_drawn_live(series: Iterable[str]) -> bool:
    return any(name.endswith(".requests_per_s") for name in series)
