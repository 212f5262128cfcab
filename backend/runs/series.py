"""Stored samples as time series of hosts: one clock, one length for every series. Pure."""

from collections.abc import Callable, Sequence

from backend.experiments.results.schemas import HostFacts
from backend.records.sample_rows import SeriesRow
from backend.runs.schemas import HostSeries


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
