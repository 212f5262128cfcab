"""Heartbeats correct different clocks, so the charts still fit; the hosts' own logs do not."""

from collections.abc import Iterator
from itertools import combinations

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

OFFSET_S = 1.0


def check(evidence: Evidence) -> Iterator[Hit]:
    clocks = [(host, w.clock) for host, w in evidence.windows.items() if w.clock]
    offsets = [(h, c.offset_s, c.round_trip_s or 0.0) for h, c in clocks if c.offset_s is not None]
    for (host_a, a, error_a), (host_b, b, error_b) in combinations(offsets, 2):
        apart = abs(a - b)
        if apart - (error_a + error_b) / 2 >= OFFSET_S:
            yield Hit(f"the clocks of {host_a} and {host_b} are {apart:,.1f} s apart", apart)
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
