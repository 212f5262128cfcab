"""CPUs that are half idle can still keep work waiting, for example because of pinning.

The kernel adds up the time in which at least one task waited (PSI). Kernels without PSI give no such finding.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import FULL, Evidence, Machine, is_full
from backend.diagnostics.bottlenecks.sentences import share

CPU, MEMORY, IDLE = 0.50, 0.05, 0.70


def check(evidence: Evidence) -> Iterator[Hit]:
    for machine in evidence.machines:
        memory, cpu = machine.pressure.get("memory", 0.0), machine.pressure.get("cpu", 0.0)
        if memory >= MEMORY:
            text = f"On {machine.name} something waited for memory {share(memory)} of the time."
            yield Hit(text, machine.name, title="memory", advice="use less memory, or a host with more")
        idle = min(machine.cores, default=1.0)
        begin = f"On {machine.name} something waited for a CPU {share(cpu)} of the time"
        if cpu >= CPU and idle < IDLE:
            yield Hit(f"{begin}, while one was {share(idle)} busy.", machine.name)
        elif cpu >= CPU and idle >= FULL and not _is_explained(evidence, machine):
            used_cpus = sum(part.used_cpus for part in evidence.parts_on(machine))
            cores = len(machine.cores)
            text = f"{begin}: all {cores} were full, and the experiment had {used_cpus:.2f} of them."
            yield Hit(text, machine.name, title="other programs", advice="keep them off the measured CPUs")


def _is_explained(evidence: Evidence, machine: Machine) -> bool:
    """Some part of the experiment was full, or several had these CPUs: other rules say so."""
    return any(
        part.is_contended or any(is_full(e, part) for e in part.workers)
        for part in evidence.parts_on(machine)
    )


RULE = BottleneckRule(
    code="waiting",
    title="waiting for a CPU",
    holds="something waited for a CPU half of the time, beside one that was less than 70% busy or while "
    "other programs had them all; or for memory 5% of it",
    advice="give the busy ones more CPUs: look at what is pinned where",
    chart="waiting",
    check=check,
)
