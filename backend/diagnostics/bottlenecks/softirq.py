"""The kernel's network work on one CPU can limit a host whose other CPUs are free.

A network card with one queue, or with all its interrupts on one CPU, has all packets handled there.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.sentences import share

SHARE = 0.90


def check(evidence: Evidence) -> Iterator[Hit]:
    for machine in evidence.machines:
        if not machine.softirqs:
            continue
        most = max(machine.softirqs)
        if most >= SHARE:
            rest = sorted(machine.softirqs)[:-1]
            next_share = f"; the next one {share(rest[-1])}" if rest else ""
            cpu = machine.softirqs.index(most)
            text = (
                f"CPU {cpu} of {machine.name} spent {share(most)} of the time in soft interrupts{next_share}."
            )
            yield Hit(text, machine.name)


RULE = BottleneckRule(
    code="softirq",
    title="soft interrupts on one CPU",
    holds="a CPU spent 90% of the time in soft interrupts",
    advice="spread interrupts over CPUs (irq.affinity), away from those of the workers",
    chart="softirq",
    check=check,
)
