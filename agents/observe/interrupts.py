"""Interrupts on each CPU, with those that only wake another CPU (RES), from /proc/interrupts."""

from operator import add

from agents.observe.sampler import FileSampler, Reading, growth, per_second

MAX_CPUS = 32
"""On larger machines the table is too long to read every second: it is read at the ends of a window only."""

_MISSED = ("ERR:", "MIS:")  # one number, of no CPU


def parse_interrupt_counts(text: str) -> dict[str, float]:
    """`N.all` and `N.res` for each CPU of the table's head, counted since boot."""
    head, _, rest = text.partition("\n")
    numbers = [name.removeprefix("CPU") for name in head.split()]
    if not numbers or not all(n.isdigit() for n in numbers):
        return {}
    counters: dict[str, float] = {}
    sums = [0] * len(numbers)
    for line in rest.splitlines():
        fields = line.split(None, len(numbers) + 1)
        if len(fields) <= len(numbers) or fields[0] in _MISSED:
            continue
        try:
            counts = list(map(int, fields[1 : len(numbers) + 1]))
        except ValueError:
            continue
        sums = list(map(add, sums, counts))
        if fields[0] == "RES:":
            counters |= {f"{n}.res": float(c) for n, c in zip(numbers, counts, strict=True)}
    return counters | {f"{n}.all": float(c) for n, c in zip(numbers, sums, strict=True)}


class InterruptSampler(FileSampler):
    def __init__(self) -> None:
        super().__init__("/proc/interrupts", parse_interrupt_counts)

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        return {f"irq.{name}_per_s": per_second(before, after, name, dt) for name in after}


def is_small(reading: Reading) -> bool:
    """Whether the table may be read at every tick."""
    return len(reading) <= 2 * MAX_CPUS


def on_each(before: Reading, after: Reading, kind: str) -> list[float]:
    """Interrupts between two readings, by CPU number; `kind` is all or res."""
    names = [n for n in after if n.endswith(f".{kind}")]
    return [growth(before, after, n) for n in sorted(names, key=lambda n: int(n.partition(".")[0]))]
