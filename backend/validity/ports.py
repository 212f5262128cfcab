"""Connections closed in the previous trial keep their ports for a minute, and leave fewer for new ones.

Hosts cool down until ports are free; this rule reports when that was not enough. With half of the ports
towards one address taken, finding a free one costs the kernel more and more time. Only the range
net.ipv4.ip_local_port_range counts. TIME_WAIT on a server's own port takes none of it.
"""

from collections.abc import Iterator

from agents.contract.crowding import PORTS_SHARE
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for name, window in evidence.networks:
        if window.ports and window.ports.is_taken:
            share = window.ports.in_use / window.ports.range
            text = f"{share:.0%} of the ports on {name} were taken towards one address when the trial began"
            yield Hit(text, share)


RULE = Rule(
    code="ports",
    level="suspect",
    title="Ports free at the start",
    sentence="Most ports for new connections are free when the trial begins.",
    limit="below 50% taken",
    threshold=PORTS_SHARE,
    check=check,
)
