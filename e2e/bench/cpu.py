"""CPU time and memory of processes, from outside, finely enough for an agent at rest."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

_SCHEDULED = 2  # CPUCLOCK_SCHED of the kernel's posix-timers.h: what was scheduled, in ns


def cpu_seconds(pid: int) -> float:
    """CPU time of a process, also of its threads that have ended, in ns steps; 0 when it is gone.

    Its clock as clock_getcpuclockid(3) names it. A server's threads come and go, so the sum over those that
    live would fall.
    """
    try:
        return time.clock_gettime((~pid << 3) | _SCHEDULED)
    except OSError:
        return 0.0


def of_parts(parts: Mapping[str, Iterable[int]]) -> dict[str, float]:
    """Name of a part → CPU seconds of its processes so far."""
    return {name: sum(map(cpu_seconds, pids)) for name, pids in parts.items()}


def resident_bytes(pids: Sequence[int]) -> int:
    """Memory that processes hold, as the kernel counts it (VmRSS)."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) * 1024
    return total
