"""Generators with the same load should do the same. One that does not lacks CPU, or a server treats it apart:
with `reuseport`, for example, one of its connections may share a worker with many others.
"""

from collections.abc import Iterator
from statistics import median

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

MAX_DIFFERENCE = 0.1


def check(evidence: Evidence) -> Iterator[Hit]:
    """Compare requests a second of one connection: shares of connections may differ by one unit."""
    rates = {
        name: (counts.figures.get("requests_per_s") or 0.0) / max(1, counts.connections)
        for name, counts in evidence.generators.items()
    }
    usual = median(rates.values()) if rates else 0.0
    if usual <= 0:
        return
    name = max(rates, key=lambda name: abs(rates[name] - usual))
    difference = rates[name] / usual - 1
    if abs(difference) >= MAX_DIFFERENCE:
        direction = "more" if difference > 0 else "fewer"
        text = f"{name} made {abs(difference):.0%} {direction} requests a connection than its equals"
        yield Hit(text, abs(difference))


RULE = Rule(
    code="generator_differs",
    level="note",
    title="Equal generators",
    sentence="Generators with the same load make equally many requests.",
    limit="below 10% apart",
    threshold=MAX_DIFFERENCE,
    check=check,
)
