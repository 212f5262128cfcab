"""What a load does over any stretch of time, read from outside: single requests, and CPU time in ns.

wrk sends each request with one write(2), and the kernel counts these (syscw in /proc/PID/io). So a stretch
need not be a whole run of wrk, which is what scatters: where the scheduler puts processes changes with each.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from e2e.bench.cpu import cpu_seconds


@dataclass(frozen=True)
class Reading:
    """Counters at one moment: s, requests, CPU s of wrk and nginx, CPU s of what runs beside them."""

    at: float
    requests: int
    load_s: float
    beside_s: float


@dataclass(frozen=True)
class Stretch:
    """What was counted between two readings."""

    seconds: float
    requests: int
    load_s: float
    beside_s: float

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds

    @property
    def per_cpu(self) -> float:
        """Requests per CPU second of wrk and nginx: other work on the machine hardly touches it."""
        return self.requests / self.load_s


@dataclass(frozen=True)
class Meter:
    """Process ids of wrk, of the nginx that work for it, and of what runs beside them."""

    tool: int
    servers: Sequence[int]
    beside: Sequence[int] = ()

    def read(self) -> Reading:
        """OSError when wrk has ended."""
        requests = _writes(self.tool)
        load = cpu_seconds(self.tool) + sum(map(cpu_seconds, self.servers))
        return Reading(time.monotonic(), requests, load, sum(map(cpu_seconds, self.beside)))

    def over(self, seconds: float) -> Stretch:
        """What comes in the next seconds."""
        a = self.read()
        time.sleep(seconds)
        b = self.read()
        return Stretch(b.at - a.at, b.requests - a.requests, b.load_s - a.load_s, b.beside_s - a.beside_s)


def _writes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("syscw:")).split()[1])
