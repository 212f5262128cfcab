"""Checks of clocks."""

from collections.abc import Iterator
from itertools import combinations

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, rule

STEP_S = 0.01


@rule(
    level="suspect",
    title="Clock not set",
    sentence="No host's clock is set during the trial.",
    limit="below 10 ms",
    threshold=STEP_S,
)
def clock_set(evidence: Evidence) -> Iterator[Hit]:
    """Load tools time requests by the system's clock: one that is set during a trial shifts their figures.

    Only jumps count. A clock that NTP slews does not.
    """
    for host, window in evidence.windows.items():
        step = abs(window.clock.step_s) if window.clock else 0.0
        if step >= STEP_S:
            yield Hit(f"the clock of {host} was set by {step * 1000:,.0f} ms during the trial", step)


OFFSET_S = 1.0


@rule(
    level="note",
    title="Clocks agree",
    sentence="The clocks of the hosts agree.",
    limit="below 1 s",
    threshold=OFFSET_S,
)
def clock_offset(evidence: Evidence) -> Iterator[Hit]:
    """Heartbeats correct different clocks, so the charts still fit; the hosts' own logs do not."""
    clocks = [(host, w.clock) for host, w in evidence.windows.items() if w.clock]
    offsets = [(h, c.offset_s, c.round_trip_s or 0.0) for h, c in clocks if c.offset_s is not None]
    for (host_a, a, error_a), (host_b, b, error_b) in combinations(offsets, 2):
        apart = abs(a - b)
        if apart - (error_a + error_b) / 2 >= OFFSET_S:
            yield Hit(f"the clocks of {host_a} and {host_b} are {apart:,.1f} s apart", apart)
            return
