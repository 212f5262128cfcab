"""Rows of samples as charts read them. Pure: no SQL and no table."""

from typing import NamedTuple


class SeriesRow(NamedTuple):
    """One series of a host in a trial: times in epoch seconds, and as many values."""

    host_id: str
    series: str
    times: list[float]
    values: list[float | None]
