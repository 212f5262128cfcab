"""Held connections are part of the load: a server with fewer has less memory and fewer timers to look after.

Both ends count: the generators, connections that were answered and are open; nginx, its active connections.
"""

from collections.abc import Iterator

from agents.contract.held import HeldReport, Hold
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    hold = evidence.workload.hold
    if hold is None:
        return
    reports = [w.held_connections for w in evidence.windows.values() if w.held_connections]
    if not reports:
        yield Hit("the load host did not say how many connections it held", float(hold.connections))
        return
    for side, begin, end in (_generators(reports), *_servers(evidence)):
        count, moment = (begin, "began") if begin < hold.least else (end, "ended")
        if count < hold.least:
            missing = hold.connections - count
            yield Hit(_sentence(hold, side, count, moment, reports), float(missing))
            return


def _generators(reports: list[HeldReport]) -> tuple[str, int, int]:
    return "were held", sum(r.at_begin for r in reports), sum(r.at_end for r in reports)


def _servers(evidence: Evidence) -> Iterator[tuple[str, int, int]]:
    """The server that saw most of them: others of the testbed are asked only now and then."""
    servers = [server for window in evidence.windows.values() for server in window.servers.values()]
    counts = [
        (int(s.active_begin), int(s.active_end))
        for s in servers
        if s.active_begin is not None and s.active_end is not None
    ]
    if counts:
        begin, end = max(counts)
        yield "were open at the server", begin, end


def _sentence(hold: Hold, side: str, count: int, moment: str, reports: list[HeldReport]) -> str:
    closes, losses = sum(r.closes for r in reports), sum(r.losses for r in reports)
    causes = [
        *([f"the server closed {closes:,}"] if closes else []),
        *([f"{losses:,} were lost with a generator that ended"] if losses else []),
    ]
    cause = f": {' and '.join(causes)}" if causes and moment == "ended" else ""
    return f"only {count:,} of {hold.connections:,} connections {side} when the trial {moment}{cause}"


RULE = Rule(
    code="connections_missing",
    level="invalid",
    title="Connections held",
    sentence="The connections that the workload holds are open at both ends of the trial.",
    limit="at most 0.1% missing",
    threshold=None,
    check=check,
)
