"""Does anything grow? A slope that single readings do not bend, against what is allowed in an hour. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy.stats import theilslopes

HOUR_S = 3600.0
WARM_S = 600.0
"""Caches, pools and arenas fill in the first minutes; of a short soak it is the first third."""
A_CONNECTION = {"postgres: memory, MB": 8.0, "postgres: open files": 250.0}
"""What a connection of PostgreSQL may keep: what it learned of tables and statements, and the files of tables
and indexes that it read. They take turns, so it takes them hours to fill; below this that is no growth."""
CONNECTIONS = "postgres: connections"
MIN_READINGS = 5
"""Readings, below which nothing is said of growth."""
ALLOWED: tuple[tuple[str, float, float], ...] = (
    ("memory, MB", 8.0, 0.05),
    ("data, MB", 2.0, 0.05),
    ("open files", 3.0, 0.05),
    ("connections", 2.0, 0.05),
    ("clients", 2.0, 0.05),
    ("keys", 2.0, 0.05),
)
"""The end of a name → growth in an hour that is none: so much, and a share of what there is in the middle."""


@dataclass(frozen=True)
class Line:
    """One figure over the soak; `an_hour` and `allowed` are None where the last value alone counts."""

    name: str
    first: float
    last: float
    an_hour: float | None
    allowed: float | None
    ok: bool


def judge(times: Sequence[float], readings: Sequence[Mapping[str, float]]) -> list[Line]:
    """A line for each figure. `times`: seconds since the begin, one for each reading."""
    names = dict.fromkeys(name for reading in readings for name in reading)
    return [_line(name, times, readings) for name in names]


def _line(name: str, times: Sequence[float], readings: Sequence[Mapping[str, float]]) -> Line:
    known = [(t, r[name]) for t, r in zip(times, readings, strict=True) if name in r]
    first, last = known[0][1], known[-1][1]
    if name.endswith(" left"):
        return Line(name, first, last, None, None, ok=last == 0)
    warm = min(WARM_S, times[-1] / 3)
    counted = [(t, value) for t, value in known if t >= warm]
    if len(counted) < MIN_READINGS:
        return Line(name, first, last, None, None, ok=True)
    xs, ys = zip(*counted, strict=True)
    slope, middle, low, _ = map(float, theilslopes(ys, xs, 0.95))  # pyright: ignore[reportArgumentType]
    flat, share = next((flat, share) for end, flat, share in ALLOWED if name.endswith(end))
    allowed = flat + share * abs(middle)
    grown = slope * min(HOUR_S, times[-1] - warm)  # a short soak is not warm, and finds what grows fast
    room = A_CONNECTION.get(name, 0.0) * readings[-1].get(CONNECTIONS, 0.0)
    # a slope that might as well be none is none
    ok = grown <= allowed or low <= 0 or last <= room
    return Line(name, first, last, slope * HOUR_S, allowed, ok)


def table(lines: Sequence[Line]) -> str:
    """As Markdown."""
    rows = [
        f"| {line.name} | {line.first:,.1f} | {line.last:,.1f} | {_figure(line.an_hour)} | "
        f"{_figure(line.allowed)} | {'ok' if line.ok else '**grows**'} |"
        for line in lines
    ]
    head = ("| figure | first | last | growth an hour | allowed | |", "| --- | --- | --- | --- | --- | --- |")
    return "\n".join([*head, *rows])


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:+,.1f}"
