"""A pool of idle connections too small for the load."""

from collections.abc import Iterator
from math import ceil

from backend.advice.backend_pools import DEFAULT_POOL, pool_of, target_of
from backend.advice.nginx import every, upstreams
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.definition.units import seconds_of

MIN_SHARE, MAX_SHARE = 0.1, 0.3
"""Share of the connections in use that may be idle at a time."""


def find(subject: Subject) -> Iterator[Hit]:
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    targets = {target_of(args) for args, _ in every(subject.tree, "proxy_pass")}
    for name in upstreams(subject.tree):
        pool_size = pool_of(subject, name)
        if name in targets and pool_size and delay and subject.workers:
            yield from _judge(subject, pool_size * subject.workers, subject.workers, delay)


def _judge(subject: Subject, pool: int, workers: int, delay: float) -> Iterator[Hit]:
    rate = _rate(subject, delay)
    connections = rate * delay
    if pool < MIN_SHARE * connections:
        low, high = ceil(MIN_SHARE * connections / workers), ceil(MAX_SHARE * connections / workers)
        text = (
            f"{rate:,.0f} requests/s × {delay:g} s of the backend keep {connections:,.0f} connections "
            f"in use; {pool} idle ones ({pool / connections:.0%}) are too few, so connections close "
            f"and open all the time. {low} to {high} a worker are {MIN_SHARE:.0%}–{MAX_SHARE:.0%} "
            "of those in use"
        )
        yield Hit(text, "upstream.keepalive", Instead({"upstream.keepalive": pool_for(subject)}))


def _rate(subject: Subject, delay: float) -> float:
    """A load tool waits for its answers: it never has more requests under way than connections."""
    most = subject.workload.connections / delay
    return min(subject.rate or most, most)


def pool_for(subject: Subject) -> int:
    """Idle connections a worker that this rule has nothing to say of."""
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    if not delay or not subject.workers:
        return DEFAULT_POOL
    return max(1, ceil(MAX_SHARE * _rate(subject, delay) * delay / subject.workers))


RULE = Rule(
    code="keepalive_pool_small",
    severity="hint",
    text="Connections to backends in use are the rate times the backend's latency. `keepalive` is how "
    "many idle ones each worker keeps; below 10–30% of those in use the pool swings between closing and "
    "opening connections.",
    example="upstream.keepalive: 100",
    source="The guide of settings (10,000 requests/s × 0.1 s = 1000 connections, 10–30% of them idle)",
    find=find,
)
