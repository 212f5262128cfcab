"""A failed request is quick to serve: counted as throughput, it makes a broken server look fast.

Load tools count answers with a status of 400 or more, resets, timeouts and bodies of the wrong length as
requests. If some failures are part of what you measure, raise `allowed_failures` in the definition.
"""

from collections.abc import Iterator

from agents.catalog.tools import LOAD_TOOLS
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

_WITHOUT_ANSWER = ("connect", "read", "write", "timeout")


def check(evidence: Evidence) -> Iterator[Hit]:
    failed_count = evidence.load.figures.get("failed_requests") or 0
    total = max(_count_requests(evidence), failed_count)
    if failed_count > evidence.allowed_failures * total:
        text = f"{failed_count:,.0f} of {total:,.0f} requests failed; a failed request is not throughput"
        yield Hit(
            text + _allowance_text(evidence.allowed_failures), failed_count, evidence.allowed_failures * total
        )


def _count_requests(evidence: Evidence) -> float:
    """Requests that were begun: some tools leave those out that ended without an answer."""
    requests = evidence.load.figures.get("requests") or 0
    if not LOAD_TOOLS[evidence.workload.tool].omits_unanswered:
        return requests
    return requests + sum(evidence.load.errors.get(kind) or 0 for kind in _WITHOUT_ANSWER)


def _allowance_text(share: float) -> str:
    return f" (allowed: {share * 100:g}%)" if share else ""


RULE = Rule(
    code="failed_requests",
    level="invalid",
    title="Failed requests",
    sentence="No more requests fail, reset, time out or come back short than the definition allows.",
    limit="0, or allowed_failures",
    threshold=0,
    check=check,
)
