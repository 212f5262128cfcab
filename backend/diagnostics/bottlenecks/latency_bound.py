"""Nothing was full: each connection waits for its answer before it asks again, so their number is the limit.

Connections ÷ latency is then the rate (Little's law). More connections ask for more, until something is full.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.presentation.figures import figure, latency
from backend.presentation.words import plural

NEAR = 0.15


def check(evidence: Evidence) -> Iterator[Hit]:
    if not evidence.rate or not evidence.latency:
        return
    connections = evidence.workload.connections
    follows = connections / evidence.latency
    many, answer = plural(connections, "connection"), latency(evidence.latency)
    text = f"Nothing was full: {many} ÷ {answer} = {figure(follows)} req/s"
    if abs(follows - evidence.rate) <= NEAR * evidence.rate:
        yield Hit(f"{text}, as measured.")
    else:
        rate = figure(evidence.rate)
        text += f", but {rate} were measured: connections waited for something else than an answer."
        yield Hit(text, advice="look at how connections are opened: keep-alive, errors, timeouts")


RULE = BottleneckRule(
    code="latency",
    title="latency",
    holds="none of the others holds",
    advice="more connections, until something is full; or a shorter way",
    chart="nginx",
    check=check,
)
