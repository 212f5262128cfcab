"""Readings of long trials that ended long ago, thinned: what was highest and lowest stays. Pure."""

from collections.abc import Sequence

MAX_READINGS = 240
"""Readings of one series that stay: four minutes by the second are never thinned."""

Readings = tuple[list[float], list[float | None]]


def thin(times: Sequence[float], values: Sequence[float | None]) -> Readings:
    """At most MAX_READINGS readings, in order: of each equal part of them the lowest and the highest.

    A mean would hide the one second in which everything stood still.
    """
    if len(times) <= MAX_READINGS:
        return list(times), list(values)
    parts = MAX_READINGS // 2
    places_kept: list[int] = []
    for part in range(parts):
        places = range(part * len(times) // parts, (part + 1) * len(times) // parts)
        readings = [(value, place) for place in places if (value := values[place]) is not None]
        ends = (min(readings)[1], max(readings)[1]) if readings else (places[0],)
        places_kept += sorted(set(ends))
    return [times[i] for i in places_kept], [values[i] for i in places_kept]
