"""A worker that writes a log line, or reads a file, waits until the disk has done it.

Its CPU looks free meanwhile. Anything else on that host can wait for the disk too.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence, Machine
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import figure

WAITED, BUSY = 0.25, 0.90
_LOG = "log to memory, with a buffer, or not at all (nginx.access_log, nginx.access_log_buffer)"


def check(evidence: Evidence) -> Iterator[Hit]:
    if evidence.target is None or evidence.target.is_full:
        return
    for machine in evidence.machines:
        wait_share, busiest = machine.pressure.get("io", 0.0), _busiest(machine)
        if wait_share >= WAITED or (busiest and busiest[1] >= BUSY):
            waits = f"something waited for it {share(wait_share)} of the time"
            if busiest is None:
                text = f"On {machine.name} something waited for a disk {share(wait_share)} of the time."
            else:
                name, busy, write_rate = busiest
                text = f"The disk {name} of {machine.name} was busy {share(busy)} of the time"
                text += f", {figure(write_rate)}B/s were written, and {waits}."
            yield Hit(text, machine.name, advice=_LOG if _logs(evidence) else "")


def _busiest(machine: Machine) -> tuple[str, float, float] | None:
    disks = [(name, busy, write_rate) for name, (busy, write_rate) in machine.disks.items()]
    return max(disks, key=lambda disk: disk[1], default=None)


def _logs(evidence: Evidence) -> bool:
    return evidence.topology != "direct" and evidence.knobs.get("nginx.access_log", "disk") == "disk"


RULE = BottleneckRule(
    code="disk",
    title="a disk",
    holds="something waited for a disk a quarter of the time, or a disk was busy 90% of it, while workers "
    "had CPU left",
    advice="use a faster disk, or more memory for its cache",
    chart="waiting",
    check=check,
)
