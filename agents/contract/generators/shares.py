"""Shares of a load among generators: connections and CPUs. Pure."""

from collections.abc import Sequence

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list


def split_evenly(total: int, count: int, unit: int = 1) -> list[int]:
    """Split into multiples of `unit` that differ by one unit at most; what no unit takes goes to the last."""
    units, rest = divmod(total, unit)
    parts = [unit * (units // count + (n < units % count)) for n in range(count)]
    return [*parts[:-1], parts[-1] + rest]


def rotate(sequence: Sequence[int], number: int, count: int) -> Sequence[int]:
    """The sequence of a mix as generator `number` of `count` threads begins it: all begin evenly spaced."""
    begin = number * len(sequence) // count
    return [*sequence[begin:], *sequence[:begin]]


def split_cpus(cpus: str | None, count: int, threads: int) -> list[str | None]:
    """The CPU list of each generator: its own where there is a CPU for each thread, else all share them."""
    numbers = sorted(parse_cpu_list(cpus)) if cpus else []
    if len(numbers) < count * threads:
        return [cpus] * count
    sizes = split_evenly(len(numbers), count)
    return [format_cpu_list(frozenset(numbers[sum(sizes[:n]) : sum(sizes[: n + 1])])) for n in range(count)]
