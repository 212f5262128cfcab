"""A kernel that answers with SYN cookies takes the load for an attack: its queue of requests was full.

The kernel log says “possible SYN flooding on port 80”. Such connections lose TCP options and are slower.
Check net.ipv4.tcp_max_syn_backlog, net.core.somaxconn and the `backlog` of nginx's listen.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for name, window in evidence.networks:
        if window.syn_cookies > 0:
            many = "1 SYN cookie" if window.syn_cookies == 1 else f"{window.syn_cookies:,.0f} SYN cookies"
            yield Hit(f"{name} answered with {many}: it took the load for a flood", window.syn_cookies)


RULE = Rule(
    code="syn_cookies",
    level="suspect",
    title="SYN cookies",
    sentence="The kernel does not take the load for a flood of connections.",
    limit="0",
    threshold=0,
    check=check,
)
