"""CPU time and memory of processes, from outside, finely enough for an agent at rest."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """CPU time of a process, also of its threads that have ended, in ns steps; 0 when it is gone.

    The clock that clock_getcpuclockid(3) names, which Python has for threads only.
    """
    try:
        return time.clock_gettime((~pid << 3) | 2)
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
