"""Nothing was full: each connection waits for its answer before it asks again, so their number is the limit.

Connections ÷ latency is then the rate (Little's law). More connections ask for more, until something is full.
"""

from collections.abc import Iterator

from backend.causes.limits.evidence import Evidence
from backend.causes.limits.limit import Hit, LimitRule
from backend.presentation.figures import figure, latency
from backend.words import plural

NEAR = 0.15


def check(seen: Evidence) -> Iterator[Hit]:
    if not seen.rate or not seen.latency:
        return
    connections = seen.workload.connections
    follows = connections / seen.latency
    many, each = plural(connections, "connection"), latency(seen.latency)
    text = f"Nothing was full: {many} ÷ {each} = {figure(follows)} req/s"
    if abs(follows - seen.rate) <= NEAR * seen.rate:
        yield Hit(f"{text}, as measured.")
    else:
        text += (
            f", but {figure(seen.rate)} were measured: connections waited for something else than an answer."
        )
        yield Hit(text, advice="look at how connections are opened: keep-alive, errors, timeouts")


RULE = LimitRule(
    code="latency",
    title="latency",
    holds="none of the others holds",
    advice="more connections, until something is full; or a shorter way",
    chart="nginx",
    check=check,
)
