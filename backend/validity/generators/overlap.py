"""Each generator counts over its own time, and rates are summed. On a saturated server the sum is too high
by at most half of the time in which not all of them ran: those that ran alone got what the others left.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

MAX_ERROR = 0.005


def check(evidence: Evidence) -> Iterator[Hit]:
    error = (1 - evidence.overlap) / 2
    if error > MAX_ERROR:
        yield Hit(f"the sum of the generators’ rates may be up to {error:.1%} too high", error)


RULE = Rule(
    code="generators_overlap",
    level="note",
    title="Sum of rates",
    sentence="What generators did alone matters little to the sum of their rates.",
    limit="at most 0.5%",
    threshold=MAX_ERROR,
    check=check,
)
