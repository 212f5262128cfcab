"""Packets of new connections are dropped while netfilter's table is full, where it tracks connections, as
with a firewall or Docker: they come a second later, or never.

It remembers a closed connection for 120 s, so trials that open many connections fill it one after the other.
A host whose table is full cools down before its next trial; this rule reports when it was full nevertheless,
as happens where one trial opens more connections than fit.
"""

from collections.abc import Iterator

from agents.contract.crowding import FULL_SHARE
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for name, window in evidence.networks:
        for ports, when in ((window.ports_after, "ended"), (window.ports, "began")):
            if ports and ports.tracked and ports.tracked.is_full:
                text = f"netfilter’s table of connections on {name} was full when the trial {when}"
                yield Hit(text, ports.tracked.share)
                break


RULE = Rule(
    code="conntrack",
    level="suspect",
    title="Room to track connections",
    sentence="netfilter’s table of connections has room for those of the trial.",
    limit="below 99% taken at the start and at the end",
    threshold=FULL_SHARE,
    check=check,
)
