"""CPU time that the hypervisor gives to other guests limits a host whose own CPUs look free.

If 35% of the time is taken, a worker that always has work is 65% busy. Time counts as taken only while
something wanted to run.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.sentences import share

SHARE = 0.05


def check(evidence: Evidence) -> Iterator[Hit]:
    for machine in evidence.machines:
        if machine.steal >= SHARE:
            text = f"The hypervisor took {share(machine.steal)} of the CPU time from {machine.name}."
            yield Hit(text, machine.name)


RULE = BottleneckRule(
    code="steal",
    title="CPU taken by the hypervisor",
    holds="the hypervisor took 5% of the CPU time of a host",
    advice="measure on a host of your own, or with CPUs that are not shared",
    chart="cpu",
    check=check,
)
