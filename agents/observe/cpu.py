"""CPU time by core, softirq, steal and context switches, from /proc/stat."""

from collections.abc import Sequence

from agents.observe.sampler import FileSampler, Reading, difference, growth, per_second
from agents.procfs import CLOCK_TICK_S

# user nice system idle iowait irq softirq steal; guest time is inside user and nice
_BUSY = (0, 1, 2, 5, 6)


def parse_stat(text: str) -> dict[str, float]:
    """Parse /proc/stat into seconds: `cpu.N.busy`, `.total`, `.softirq`, `.irq` of each CPU, `softirq`,
    `steal`, `total`, `busy` of all; and `context_switches`."""
    counters: dict[str, float] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(" ")
        if name.startswith("cpu"):
            _add_cpu(counters, name[3:], rest.split())
        elif name == "ctxt" and rest.strip().isdigit():
            counters["context_switches"] = float(rest)
    return counters


def _add_cpu(counters: dict[str, float], number: str, fields: list[str]) -> None:
    try:
        ticks = [int(field) for field in fields[:8]]
    except ValueError:
        return
    if len(ticks) < 8:
        return
    busy, total = sum(ticks[i] for i in _BUSY) * CLOCK_TICK_S, sum(ticks) * CLOCK_TICK_S
    irq, softirq, steal = (n * CLOCK_TICK_S for n in ticks[5:8])
    if number:
        of_cpu = {"total": total, "softirq": softirq, "irq": irq, "busy": busy}
        counters |= {f"cpu.{number}.{name}": value for name, value in of_cpu.items()}
    else:
        counters |= {"busy": busy, "total": total, "softirq": softirq, "steal": steal}


class CpuSampler(FileSampler):
    def __init__(self) -> None:
        super().__init__("/proc/stat", parse_stat)

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        values: dict[str, float | None] = {
            f"cpu.{n}": share for n, share in core_shares(before, after).items()
        }
        values |= {f"softirq.{n}": s for n, s in core_shares(before, after, ("softirq",)).items()}
        values["softirq"] = share_of_all(before, after, "softirq")
        values["steal"] = share_of_all(before, after, "steal")
        values["context_switches_per_s"] = per_second(before, after, "context_switches", dt)
        return values


def core_shares(before: Reading, after: Reading, kinds: Sequence[str] = ("busy",)) -> dict[int, float]:
    """CPU number → share of its time in these kinds, 0..1; a CPU that came or went is left out."""
    numbers = sorted(int(name.split(".")[1]) for name in after if name.endswith(".busy"))
    shares: dict[int, float] = {}
    for number in numbers:
        total = difference(before, after, f"cpu.{number}.total")
        seconds = [difference(before, after, f"cpu.{number}.{kind}") for kind in kinds]
        measured_seconds = [s for s in seconds if s is not None]
        if total is not None and len(measured_seconds) == len(seconds):
            shares[number] = min(1.0, sum(measured_seconds) / total) if total else 0.0
    return shares


def share_of_all(before: Reading, after: Reading, name: str) -> float:
    total = growth(before, after, "total")
    return growth(before, after, name) / total if total else 0.0
