"""A load tool that got no answer at all has measured nothing, whatever figure it prints."""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    if not evidence.load.figures.get("requests"):
        yield Hit("not one request was answered", 0)


RULE = Rule(
    code="no_request",
    level="invalid",
    title="Answers",
    sentence="At least one request is answered.",
    limit="at least 1 request",
    threshold=None,
    check=check,
)
