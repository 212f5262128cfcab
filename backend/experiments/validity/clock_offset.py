"""Clocks that differ are corrected by heartbeats, so the charts still fit; the hosts' own logs do not."""

from collections.abc import Iterator
from itertools import combinations

from backend.experiments.validity.evidence import Evidence
from backend.experiments.validity.rule import Hit, Rule

OFFSET_S = 1.0


def check(seen: Evidence) -> Iterator[Hit]:
    clocks = [(host, w.clock) for host, w in seen.windows.items() if w.clock]
    known = [(h, c.offset_s, c.round_trip_s or 0.0) for h, c in clocks if c.offset_s is not None]
    for (one, a, error_a), (other, b, error_b) in combinations(known, 2):
        apart = abs(a - b)
        if apart - (error_a + error_b) / 2 >= OFFSET_S:
            yield Hit(f"the clocks of {one} and {other} are {apart:,.1f} s apart", apart)
            return


RULE = Rule(
    code="clock_offset",
    level="note",
    title="Clocks agree",
    sentence="The clocks of the hosts agree.",
    limit="below 1 s",
    threshold=OFFSET_S,
    check=check,
)
