"""What limited a run: pure rules over exact counters of its window, on every host.

Each rule is a function with its reason; `docs/bottlenecks.md` lists them all.
"""

from dataclasses import replace

from backend.diagnostics.bottlenecks.bottleneck import Bottleneck, BottleneckRule
from backend.diagnostics.bottlenecks.certainty import with_certainty
from backend.diagnostics.bottlenecks.cpus import (
    all_workers,
    generator,
    shared_cpus,
    softirq,
    taken_cpu,
    uneven_workers,
)
from backend.diagnostics.bottlenecks.evidence import HostAt, Measured, MeasuredTrial
from backend.diagnostics.bottlenecks.pooling import evidence_of
from backend.diagnostics.bottlenecks.waits import disk, latency_bound, waiting
from backend.diagnostics.bottlenecks.ways import accept_queue, backend_side, link, ports_files
from backend.statistics.rules import RULES_2

__all__ = ["RULES", "Bottleneck", "BottleneckRule", "HostAt", "Measured", "MeasuredTrial", "find_bottlenecks"]

RULES: tuple[BottleneckRule, ...] = (
    generator,
    shared_cpus,
    uneven_workers,
    all_workers,
    softirq,
    taken_cpu,
    backend_side,
    link,
    accept_queue,
    ports_files,
    disk,
    waiting,
    latency_bound,
)
"""In the order in which they are believed; the last is for runs that none of the others explains."""


def find_bottlenecks(run: Measured, rules: int = RULES_2) -> list[Bottleneck]:
    """What held a run back, what is believed first at the front; none where no host was watched."""
    run = replace(run, rules=rules)
    if rules < RULES_2:
        return _of_means(run)
    bottlenecks = with_certainty(run, _of_means, _last_of_means)
    order = [rule.code for rule in RULES]
    return sorted(bottlenecks, key=lambda bottleneck: order.index(bottleneck.code))


def _of_means(run: Measured) -> list[Bottleneck]:
    evidence = evidence_of(run)
    if evidence is None:
        return []
    bottlenecks = [bottleneck for rule in RULES[:-1] for bottleneck in rule.bottlenecks(evidence)]
    return bottlenecks or _last_of_means(run)


def _last_of_means(run: Measured) -> list[Bottleneck]:
    evidence = evidence_of(run)
    return [] if evidence is None else list(RULES[-1].bottlenecks(evidence))
