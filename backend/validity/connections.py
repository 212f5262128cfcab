"""With fewer connections than asked, the server had less to do, and latencies look better than they are."""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    missing = evidence.load.errors.get("connect") or 0
    if missing > 0:
        connection_count = evidence.workload.connections
        yield Hit(f"{missing} of {connection_count} connections could not be opened", float(missing))


RULE = Rule(
    code="connections",
    level="invalid",
    title="Connections opened",
    sentence="Every connection that the workload asks for is opened.",
    limit="0 missing",
    threshold=0,
    check=check,
)
