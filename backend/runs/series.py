"""Stored samples as time series of hosts: one clock, one length for every series. Pure."""

from collections.abc import Sequence

from backend.experiments.results.schemas import HostFacts
from backend.records.sample_rows import SeriesRow
from backend.runs.schemas import HostSeries


def host_series(rows: Sequence[SeriesRow], hosts: Sequence[HostFacts], start: float) -> list[HostSeries]:
    """One entry per host that sampled, in the order of the roles; times in seconds since `start`."""
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
                series={r.series: _aligned(r, times) for r in mine},
            )
        )
    return found


def _aligned(row: SeriesRow, times: Sequence[float]) -> list[float | None]:
    """A series that began late or skipped a reading has None there."""
    values = dict(zip(row.times, row.values, strict=False))
    return [values.get(t) for t in times]
