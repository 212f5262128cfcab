"""Invented requests for slow ones are removed from measured latencies, and then counts must fit.

There must be one latency for each request that did not time out. Otherwise the trial keeps its latency as
printed, which is not comparable with measured latency. Its requests per second are unaffected.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    latency, figures, errors = evidence.load.latency, evidence.load.figures, evidence.load.errors
    if latency is None or latency.fits(figures.get("requests"), errors.get("timeout")):
        return
    expected_count = (figures.get("requests") or 0) - (errors.get("timeout") or 0)
    off, tool = latency.counted - expected_count, evidence.workload.tool
    text = (
        f"the histogram of {tool} holds {latency.counted:,} latencies as measured, where "
        f"{expected_count:,.0f} requests were answered in time: latency is kept as {tool} printed it"
    )
    yield Hit(text, off)


RULE = Rule(
    code="latency_counts",
    level="note",
    title="Latencies",
    sentence="The histogram of the load tool holds one latency for each request that was answered in time.",
    limit="exactly",
    threshold=0,
    check=check,
)
