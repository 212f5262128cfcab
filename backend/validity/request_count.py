"""The server counts requests too. A load tool leaves out those that were under way at its end, those without
an answer, and those that the agent asks to see the answers; what differs by more was not asked by this load,
or never arrived.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

MAX_DIFFERENCE = 0.001
_PROBES_PER_REQUEST = 2


def check(evidence: Evidence) -> Iterator[Hit]:
    tool_count = evidence.load.figures.get("requests")
    counts = (window.servers.get(evidence.server_key or "") for window in evidence.windows.values())
    server_count = next((c.requests for c in counts if c is not None), None)
    if not evidence.counts_requests:
        yield Hit("the server counts no requests, so those of the load tool are not cross-checked", 0.0)
    if tool_count is None or server_count is None or evidence.workload.hold:
        return
    probed_requests = max(1, len(evidence.load.probe.mix)) if evidence.load.probe else 0
    failed_requests = sum(count or 0 for count in evidence.load.errors.values())
    unclear = (
        evidence.workload.connections
        + failed_requests
        + _PROBES_PER_REQUEST * probed_requests * evidence.load_hosts
    )
    if abs(tool_count - server_count) > MAX_DIFFERENCE * max(tool_count, server_count) + unclear:
        text = f"the server counted {server_count:,.0f} requests, the load tool {tool_count:,.0f}"
        yield Hit(text, abs(tool_count - server_count))


RULE = Rule(
    code="request_count",
    level="note",
    title="Requests counted twice",
    sentence="Load tool and server count the same requests but for those under way and those that failed.",
    limit="0.1% and one for each connection",
    threshold=MAX_DIFFERENCE,
    check=check,
)
