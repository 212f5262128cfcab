"""Stored samples as time series of hosts: one clock, one length for every series. Pure."""

from collections.abc import Callable, Mapping, Sequence

from agents.contract.reports import Window
from backend.experiments.results.schemas import HostFacts
from backend.records.sample_rows import SeriesRow
from backend.runs.schemas import EventAt, HostSeries


def host_series(
    rows: Sequence[SeriesRow],
    hosts: Sequence[HostFacts],
    start: float,
    shown_as: Callable[[str], str] = str,
) -> list[HostSeries]:
    """One entry per host that sampled, in the order of the roles; times in seconds since `start`.

    `shown_as`: the key of a setup, in names of series, as the run's page knows it.
    """
    found = []
    for host_id in dict.fromkeys(h.host_id for h in hosts):
        mine = [r for r in rows if r.host_id == host_id]
        if not mine:
            continue
        roles = [h for h in hosts if h.host_id == host_id]
        times = sorted({t for r in mine for t in r.times})
        found.append(
            HostSeries(
                host_id=host_id,
                host=roles[0].host,
                role=", ".join(h.role for h in roles),
                times=[t - start for t in times],
                series={_named(r.series, shown_as): _aligned(r, times) for r in mine},
            )
        )
    return found


def events_of(windows: Mapping[str, Window], hosts: Sequence[HostFacts], start: float) -> list[EventAt]:
    """Each line of a kernel's log once: several agents of one machine read the same."""
    found: list[tuple[str, EventAt]] = []
    for host in hosts:
        machine = host.machine or host.host_id
        for event in windows[host.host_id].events if host.host_id in windows else ():
            one = EventAt(at=event.at - start, host=host.host, text=event.text, kind=event.kind)
            if not any(_is_same(machine, one, *known) for known in found):
                found.append((machine, one))
    return sorted((event for _, event in found), key=lambda event: event.at)


def _is_same(machine: str, event: EventAt, other: str, known: EventAt) -> bool:
    """Clocks of two agents differ by milliseconds."""
    return machine == other and event.text == known.text and abs(event.at - known.at) < 1


def _named(series: str, shown_as: Callable[[str], str]) -> str:
    """`nginx.KEY.what`; others are as they are."""
    parts = series.split(".", 2)
    if parts[0] != "nginx" or len(parts) < 3:
        return series
    return ".".join((parts[0], shown_as(parts[1]), parts[2]))


def _aligned(row: SeriesRow, times: Sequence[float]) -> list[float | None]:
    """A series that began late or skipped a reading has None there."""
    values = dict(zip(row.times, row.values, strict=False))
    return [values.get(t) for t in times]
