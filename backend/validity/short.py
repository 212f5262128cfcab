"""The first moments of a short run weigh much: caches, connections and clock speeds still settle.

It marks no delta, because the interval already shows how far short runs spread.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

MIN_S = 3.0


def check(evidence: Evidence) -> Iterator[Hit]:
    seconds = evidence.load.ended_at - evidence.load.started_at
    if 0 < seconds < MIN_S:
        yield Hit(f"the load lasted {seconds:.1f} s; short runs spread more", seconds)


RULE = Rule(
    code="short",
    level="note",
    title="Length",
    sentence="The load lasts at least 3 s.",
    limit="at least 3 s",
    threshold=MIN_S,
    check=check,
)
