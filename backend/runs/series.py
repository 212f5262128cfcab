"""Stored samples as time series of hosts: one clock, one length for every series. Pure."""

from collections.abc import Callable, Mapping, Sequence

from agents.contract.reports import Window
from backend.analysis.schemas import HostFacts
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
    hosts_series = []
    for host_id in dict.fromkeys(h.host_id for h in hosts):
        host_rows = [r for r in rows if r.host_id == host_id]
        if not host_rows:
            continue
        roles = [h for h in hosts if h.host_id == host_id]
        times = sorted({t for r in host_rows for t in r.times})
        hosts_series.append(
            HostSeries(
                host_id=host_id,
                host=roles[0].host,
                role=", ".join(h.role for h in roles),
                times=[t - start for t in times],
                series={_series_name(r.series, shown_as): _align(r, times) for r in host_rows},
            )
        )
    return hosts_series


def events_of(windows: Mapping[str, Window], hosts: Sequence[HostFacts], start: float) -> list[EventAt]:
    """Each line of a kernel's log once: several agents of one machine read the same."""
    events: list[tuple[str, EventAt]] = []
    for host in hosts:
        machine = host.machine or host.host_id
        for event in windows[host.host_id].events if host.host_id in windows else ():
            event_at = EventAt(at=event.at - start, host=host.host, text=event.text, kind=event.kind)
            if not any(_is_same(machine, event_at, *earlier) for earlier in events):
                events.append((machine, event_at))
    return sorted((event for _, event in events), key=lambda event: event.at)


def _is_same(machine: str, event: EventAt, other_machine: str, other_event: EventAt) -> bool:
    """Clocks of two agents differ by milliseconds."""
    return machine == other_machine and event.text == other_event.text and abs(event.at - other_event.at) < 1


def _series_name(series: str, shown_as: Callable[[str], str]) -> str:
    """`nginx.KEY.what`; others are as they are."""
    parts = series.split(".", 2)
    if parts[0] != "nginx" or len(parts) < 3:
        return series
    return ".".join((parts[0], shown_as(parts[1]), parts[2]))


def _align(row: SeriesRow, times: Sequence[float]) -> list[float | None]:
    """A series that began late or skipped a reading has None there."""
    values = dict(zip(row.times, row.values, strict=False))
    return [values.get(t) for t in times]
