"""A full accept queue drops connections while the CPUs look idle: clients wait a second and try again.

If the CPU is low everywhere and throughput does not grow, check net.core.somaxconn, the `backlog` of nginx's
listen, and the number of workers that accept. Connection requests dropped for other reasons count as well.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for name, window in evidence.networks:
        overflows, drops = window.listen_overflows, window.listen_drops
        if overflows > 0:
            yield Hit(f"the accept queue on {name} overflowed {_times(overflows)}", overflows)
        elif drops > 0:
            yield Hit(f"{name} dropped connection requests {_times(drops)}", drops)


def _times(count: float) -> str:
    return "once" if count == 1 else f"{count:,.0f} times"


RULE = Rule(
    code="listen_overflow",
    level="suspect",
    title="Accept queue overflows",
    sentence="No connection request is dropped because an accept queue is full.",
    limit="0",
    threshold=0,
    check=check,
)
