"""Connections of h2load begin a mix with its first request and walk it in step: caches are hit more often.

One that ends before the sequence does has sent other shares than the weights say. Several generators begin
at several places.
"""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    workload = evidence.workload
    support = TOOLS[workload.tool].mix
    connections = workload.connections // workload.processes
    if workload.mix and support and support.is_in_step and connections > 1:
        yield Hit(f"{connections:,} connections of a generator walked the mix in step", float(connections))


RULE = Rule(
    code="mix_in_step",
    level="note",
    title="Mix",
    sentence="Connections begin a mix at different places.",
    limit="at most 1 connection",
    threshold=1.0,
    check=check,
)
