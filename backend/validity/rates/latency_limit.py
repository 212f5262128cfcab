"""A search with a latency limit looks for the largest load within it: a probe above it does not pass."""

from collections.abc import Iterator

from backend.presentation.figures import latency
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for metric, limit in evidence.latency_limits.items():
        percentile = metric.removeprefix("latency_").replace("_", ".")
        value = evidence.load.figures.get(metric)
        if value is None and evidence.load.figures.get("requests"):
            yield Hit(f"the load tool gave no {percentile}, so the limit is not known to hold", 0.0, limit)
        elif value is not None and value > limit:
            text = f"{percentile} was {latency(value)}, above the limit of {latency(limit)}"
            yield Hit(text, value, limit)


RULE = Rule(
    code="latency_limit",
    level="invalid",
    title="Latency limit",
    sentence="In a search with a latency limit, the latency of a probe is within it.",
    limit="as the definition says",
    threshold=None,
    check=check,
)
