"""A load tool that got no answer at all has measured nothing, whatever figure it prints."""

from collections.abc import Iterator

from agents.contract.workload import Workload
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

OPENED_PER_S = 1_000
"""Connections that a busy host opens in a second; a load tool opens all of them before it sees an answer."""


def check(evidence: Evidence) -> Iterator[Hit]:
    if not evidence.load.figures.get("requests"):
        yield Hit(f"not one request was answered{_opening(evidence.workload)}", 0)


def _opening(workload: Workload) -> str:
    """Say that the time went by while connections were opened, where that can be so."""
    if not workload.duration_s or workload.connections < OPENED_PER_S * workload.duration_s:
        return ""
    return (
        f": opening {workload.connections} connections can take longer than {workload.duration_s} s, "
        "so measure for longer or with fewer"
    )


RULE = Rule(
    code="no_request",
    level="invalid",
    title="Answers",
    sentence="At least one request is answered.",
    limit="at least 1 request",
    threshold=None,
    check=check,
)
