"""A full accept queue drops connections while CPUs look idle; clients try again after a second.

Short connections fill it. With reuseport each worker has a queue of its own, which is shorter.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence, Network, Part
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.presentation.figures import count
from backend.presentation.words import plural

AGAIN_S = 1.0  # until a client asks again for a connection that was dropped, by the kernel's first timeout
SELDOM = 0.01
"""Of the time of all connections, spent waiting to be asked for again: less of it limits nothing."""


def check(evidence: Evidence) -> Iterator[Hit]:
    for network in evidence.networks:
        if network.overflows * AGAIN_S <= SELDOM * evidence.workload.connections * network.seconds:
            continue
        part = _fullest(evidence, network)
        owner, room = (WHAT[part.role], part.backlog) if part else (network.name, None)
        fits = f", which holds {plural(room, 'connection')}," if room is not None else ""
        often = f"{count(network.overflows)} times a trial" if network.overflows >= 1.5 else "once a trial"
        text = f"The accept queue of {owner}{fits} overflowed {often}: these were asked for again."
        yield Hit(text, part.host if part else network.name, part.role if part else None)


def _fullest(evidence: Evidence, network: Network) -> Part | None:
    """The server of this network whose queue was fullest when it was looked at."""
    parts = [evidence.servers[role] for role in network.roles if role in evidence.servers]
    return max(
        parts,
        key=lambda p: ((p.accept_queue or 0) / max(1, p.backlog or 1), p is evidence.target),
        default=None,
    )


RULE = BottleneckRule(
    code="accept_queue",
    title="the accept queue",
    holds="an accept queue was full, and connections spent more than 1% of their time waiting to ask again",
    advice="a longer queue (listen.backlog and net.core.somaxconn), keep-alive, or more workers that accept",
    chart="sockets",
    check=check,
)
