"""Connections closed in the trial before are still remembered, and leave fewer ports for new ones.

Before a trial the hosts cool down until these are gone; this rule says when that did not suffice. With
half of the ports towards one address taken, finding a free one costs the kernel more and more time.
"""

from collections.abc import Iterator

from agents.contract.crowding import PORTS_SHARE, TIME_WAIT_SHARE
from backend.experiments.validity.rule import Hit, Rule
from backend.experiments.validity.seen import Seen


def check(seen: Seen) -> Iterator[Hit]:
    for name, window in seen.networks:
        ports = window.ports
        if ports is None or not ports.is_crowded:
            continue
        share, waiting = ports.in_use / ports.range, ports.time_wait / ports.range
        if share >= PORTS_SHARE:
            text = f"{share:.0%} of the ports on {name} were taken towards one address when the trial began"
            yield Hit(text, share)
        else:
            text = f"{name} still remembered {ports.time_wait:,} closed connections (TIME_WAIT)"
            yield Hit(f"{text} when the trial began", waiting, TIME_WAIT_SHARE)


RULE = Rule(
    code="ports",
    level="suspect",
    title="Ports free at the start",
    sentence="At the start most ports are free, and few closed connections are remembered.",
    limit="ports below 50%, TIME_WAIT below 100% of the range",
    threshold=PORTS_SHARE,
    check=check,
)
