"""netfilter drops packets of new connections while its table is full: they come a second later, or never.

It tracks connections with a firewall or Docker, and remembers a closed one for 120 s. A host with a full
table cools down; this rule reports when it was full nevertheless, for example after a trial with more
connections than fit.
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
