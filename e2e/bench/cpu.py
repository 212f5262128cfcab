"""CPU time and memory of processes, from outside, finely enough for an agent at rest."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from agents import procfs


def cpu_seconds(pid: int) -> float:
    """CPU time of all threads that live, in ns steps; 0 when the process is gone."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except (OSError, IndexError, ValueError):
        return procfs.cpu_seconds(pid)


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
