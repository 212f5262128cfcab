"""One worker with most of the connections is full while others idle: the CPUs on average look free.

A connection stays with the worker that accepted it. Check reuseport, accept_mutex and multi_accept.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence, is_full
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import busy_range, share

IDLE = 0.70


def check(evidence: Evidence) -> Iterator[Hit]:
    part = evidence.target
    if part is None or len(part.workers) < 2:
        return
    busiest, idlest = part.workers[0], part.workers[-1]
    if not is_full(busiest, part) or idlest.used_share + idlest.wait_share >= IDLE:
        return
    full = sum(is_full(worker, part) for worker in part.workers)
    subject = "One worker" if full == 1 else f"{full} workers"
    were, counts = "was" if full == 1 else "were", _connection_text(busiest.connections, idlest.connections)
    busy = busy_range([busiest])
    text = f"{subject} of {WHAT[part.role]} {were} {busy}, another {share(idlest.used_share)}{counts}."
    yield Hit(text, part.host, part.role)


def _connection_text(most: float | None, least: float | None) -> str:
    if most is None or least is None:
        return ""
    return f": they held {most:.0f} and {least:.0f} connection{'' if round(least) == 1 else 's'}"


RULE = BottleneckRule(
    code="uneven_workers",
    title="uneven workers",
    holds="one worker of the server under test was busy 95% of the time and another below 70%",
    advice="share connections out evenly: listen.reuseport, nginx.accept_mutex, or more connections",
    chart="cpu",
    check=check,
)
